-- Whoever logs in at the very moment when the policy is saved is held to it, too (IDN-20). Logins of a company share a lock, which
-- is held until they commit, and a saved policy takes it alone: a session is seen by the transaction that ends what the policy
-- does not allow, or its guard sees the policy. It is no lock of the account's row: logins wait for nobody who changes a user.
CREATE FUNCTION "wait_for_sign_ins"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(4281910, hashtext(NEW.account_id::text));
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "sign_in_policies_wait" BEFORE INSERT OR UPDATE ON "sign_in_policies"
FOR EACH ROW EXECUTE FUNCTION "wait_for_sign_ins"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "sessions_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	rules record;
	came record;
BEGIN
	PERFORM pg_advisory_xact_lock_shared(4281910, hashtext(u.account_id::text))
	FROM users u WHERE u.id = NEW.user_id;
	SELECT p.session_hours, p.idle_minutes,
		coalesce(p.password_login = 'EMERGENCY_ONLY', false) AS enforced,
		coalesce(p.emergency_users ? u.id::text, false) AS emergency,
		EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.app_since IS NOT NULL)
			OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS has_factor,
		coalesce(u.factor_due_at <= clock_timestamp()
			AND (p.second_factor = 'ALL' OR (p.second_factor = 'ADMINS' AND u.admin)), false) AS is_due
	INTO rules
	FROM users u LEFT JOIN sign_in_policies p ON p.account_id = u.account_id
	WHERE u.id = NEW.user_id;
	IF rules.session_hours IS NOT NULL THEN
		NEW.expires_at := least(NEW.expires_at, clock_timestamp() + make_interval(hours => rules.session_hours));
	END IF;
	SELECT s.method, s.strength INTO came FROM sign_ins s
	WHERE s.id = NEW.sign_in_id AND s.user_id = NEW.user_id AND s.outcome = 'OPENED';
	NEW.method := came.method;
	NEW.idle_minutes := rules.idle_minutes;
	IF rules.enforced AND NOT rules.emergency AND came.method IS DISTINCT FROM 'SSO' THEN
		RAISE EXCEPTION 'this user comes in through a provider'
			USING ERRCODE = '40001', CONSTRAINT = 'sessions_sign_on';
	END IF;
	IF coalesce(came.strength, 0) < 2
		AND (rules.has_factor OR rules.is_due OR (rules.enforced AND rules.emergency)) THEN
		RAISE EXCEPTION 'this user needs a second factor'
			USING ERRCODE = '40001', CONSTRAINT = 'sessions_second_factor';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint

-- A company whose people all come in through a provider has no password, which a node of the release before takes for a sign-up
-- that nobody has confirmed. The row is kept without an error: that node removes all such sign-ups with one statement.
CREATE FUNCTION "keep_confirmed_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM users WHERE account_id = OLD.id AND password_hash IS NOT NULL)
		AND EXISTS (SELECT FROM users WHERE account_id = OLD.id AND active) THEN
		RETURN NULL;
	END IF;
	RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER "accounts_confirmed" BEFORE DELETE ON "accounts"
FOR EACH ROW EXECUTE FUNCTION "keep_confirmed_account"();
