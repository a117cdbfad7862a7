/**
 * Domains where anybody gets an address: whoever has one there says nothing about a company. The largest providers of the
 * world, of Portugal and of Brazil; `outlook.com.br` and their like are found by their first part.
 */
const DOMAINS = new Set(
  `126.com 163.com aim.com aliyun.com aol.com bol.com.br clix.pt daum.net duck.com email.com fastmail.com fastmail.fm
  foxmail.com free.fr gmail.com globo.com globomail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net
  hey.com hotmail.com hushmail.com icloud.com ig.com.br inbox.lv iol.pt laposte.net libero.it live.com.pt mac.com mail.com
  mail.ru mailbox.org me.com mozmail.com msn.com naver.com netcabo.pt oi.com.br orange.fr outlook.com passport.com pm.me
  posteo.de proton.me protonmail.ch protonmail.com qq.com rediffmail.com rocketmail.com sapo.pt sina.com t-online.de
  terra.com.br tuta.com tuta.io tutanota.com uol.com.br virgilio.it wanadoo.fr web.de yandex.com yandex.ru yeah.net
  ymail.com zipmail.com.br zoho.com`.split(/\s+/),
);
const IN_EVERY_COUNTRY =
  /^(?:gmail|googlemail|hotmail|live|outlook|yahoo|msn)\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

export function isPublicMailDomain(domain: string): boolean {
  return DOMAINS.has(domain) || IN_EVERY_COUNTRY.test(domain);
}
