/** The people of the demo company; the first nine are also authors of its history. */
export const PEOPLE = [
  'Rui Tavares',
  'Beatriz Lima',
  'Helena Duarte',
  'Caio Martins',
  'Priya Nair',
  'Tomás Ferreira',
  'Lena Hoffmann',
  'João Pedro Alves',
  'Sofia Almeida',
  'Daniel Okafor',
  'Marta Nogueira',
  'Felipe Rocha',
  'Ingrid Svensson',
  'Luís Carvalho',
  'Camila Barros',
  'Owen Murphy',
  'Teresa Pinto',
  'Gustavo Prado',
  'Yuki Tanaka',
  'Clara Monteiro',
  'André Siqueira',
  'Nadia Haddad',
  'Vítor Mendes',
  'Larissa Campos',
  'Pedro Azevedo',
  'Emma Fischer',
  'Rafael Antunes',
  'Isabel Correia',
  'Marcos Vieira',
] as const;

/** How many of them set a password; the others are still invited. */
export const ACTIVE_PEOPLE = 22;

export function emailOf(name: string): string {
  const ascii = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `${ascii.replaceAll(' ', '.')}@acme.example`;
}
