-- What must hold, the tables hold: nodes of the release before run beside, which know nothing of it. Each guard raises 40001,
-- which they answer with SERVICE_BUSY; this release maps the name of the constraint.

-- A session needs a row of the log that is strong enough (IDN-05). Who has no factor and no rule is not touched.
CREATE FUNCTION "sessions_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	rules record;
	came record;
BEGIN
	SELECT p.session_hours,
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
	IF NOT (rules.enforced OR rules.has_factor OR rules.is_due) THEN
		RETURN NEW;
	END IF;
	SELECT s.method, s.strength INTO came FROM sign_ins s
	WHERE s.id = NEW.sign_in_id AND s.user_id = NEW.user_id AND s.outcome = 'OPENED';
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
CREATE TRIGGER "sessions_guard" BEFORE INSERT ON "sessions"
FOR EACH ROW EXECUTE FUNCTION "sessions_guard"();--> statement-breakpoint

-- While only single sign-on opens, a door for an emergency stays (IDN-82). The account is locked first: of two who each take
-- one of the last two emergency users away at once, the second one sees what the first one has done.
CREATE FUNCTION "require_emergency_door"("account" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM accounts WHERE id = account FOR NO KEY UPDATE;
	IF NOT EXISTS (SELECT FROM sign_in_policies
		WHERE account_id = account AND password_login = 'EMERGENCY_ONLY') THEN
		RETURN;
	END IF;
	IF NOT EXISTS (SELECT FROM providers WHERE account_id = account AND enabled) THEN
		RAISE EXCEPTION 'everybody comes in through a provider, which must stay'
			USING ERRCODE = '40001', CONSTRAINT = 'sign_in_policies_provider';
	END IF;
	IF NOT EXISTS (SELECT FROM sign_in_policies p
		JOIN users u ON u.account_id = p.account_id AND p.emergency_users ? u.id::text
		WHERE p.account_id = account AND u.admin AND u.active AND u.password_hash IS NOT NULL
			AND (EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.app_since IS NOT NULL)
				OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id))) THEN
		RAISE EXCEPTION 'an emergency user with a password and a second factor must stay'
			USING ERRCODE = '40001', CONSTRAINT = 'sign_in_policies_emergency_user';
	END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "account_keeps_door"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM require_emergency_door(OLD.account_id);
	ELSE
		PERFORM require_emergency_door(NEW.account_id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Of a user that is gone nothing is asked here: the trigger of the users asks.
CREATE FUNCTION "factor_keeps_door"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM require_emergency_door(u.account_id) FROM users u WHERE u.id = OLD.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_lessened" AFTER UPDATE ON "users"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ((OLD.admin AND NOT NEW.admin) OR (OLD.active AND NOT NEW.active)
	OR (OLD.password_hash IS NOT NULL AND NEW.password_hash IS NULL))
EXECUTE FUNCTION "account_keeps_door"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_deleted" AFTER DELETE ON "users"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.admin)
EXECUTE FUNCTION "account_keeps_door"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "second_factors_ended" AFTER UPDATE ON "second_factors"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.app_since IS NOT NULL AND NEW.app_since IS NULL)
EXECUTE FUNCTION "factor_keeps_door"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "second_factors_deleted" AFTER DELETE ON "second_factors"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.app_since IS NOT NULL)
EXECUTE FUNCTION "factor_keeps_door"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "passkeys_deleted" AFTER DELETE ON "passkeys"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
EXECUTE FUNCTION "factor_keeps_door"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "sign_in_policies_saved" AFTER INSERT OR UPDATE ON "sign_in_policies"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.password_login = 'EMERGENCY_ONLY')
EXECUTE FUNCTION "account_keeps_door"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "providers_disabled" AFTER UPDATE ON "providers"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.enabled AND NOT NEW.enabled)
EXECUTE FUNCTION "account_keeps_door"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "providers_deleted" AFTER DELETE ON "providers"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.enabled)
EXECUTE FUNCTION "account_keeps_door"();
