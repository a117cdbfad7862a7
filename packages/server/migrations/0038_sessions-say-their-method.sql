ALTER TABLE "sessions" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "idle_minutes" integer;--> statement-breakpoint
UPDATE "sessions" SET "method" = s."method" FROM "sign_ins" s WHERE s."id" = "sessions"."sign_in_id";--> statement-breakpoint
UPDATE "sessions" SET "idle_minutes" = p."idle_minutes"
FROM "users" u JOIN "sign_in_policies" p ON p."account_id" = u."account_id" WHERE u."id" = "sessions"."user_id";--> statement-breakpoint
-- Planning a query of two more tables costs every call as much again. So the guard writes what they say into the session, and a
-- saved policy into those that are open (IDN-80).
CREATE OR REPLACE FUNCTION "sessions_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	rules record;
	came record;
BEGIN
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
CREATE FUNCTION "tell_sessions_of_policy"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE sessions SET idle_minutes = NEW.idle_minutes
	FROM users u WHERE u.id = sessions.user_id AND u.account_id = NEW.account_id
		AND sessions.idle_minutes IS DISTINCT FROM NEW.idle_minutes;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sign_in_policies_idle" AFTER INSERT OR UPDATE OF "idle_minutes" ON "sign_in_policies"
FOR EACH ROW EXECUTE FUNCTION "tell_sessions_of_policy"();
