-- Release 0.1.0 saves the name of the person, but not the id, and would leave the id of whoever saved before: decision 17.
-- This release saves both. The same id with another name is either a save of 0.1.0 or one of a person who was renamed.
CREATE FUNCTION "forget_former_saver"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM users WHERE id = NEW.saved_by_id AND name = NEW.saved_by) THEN
		NEW.saved_by_id := NULL;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_former_saver" BEFORE UPDATE ON "users" FOR EACH ROW
WHEN (NEW.saved_by_id = OLD.saved_by_id AND NEW.saved_by <> OLD.saved_by AND NEW.version <> OLD.version) EXECUTE FUNCTION "forget_former_saver"();--> statement-breakpoint
CREATE TRIGGER "applications_former_saver" BEFORE UPDATE ON "applications" FOR EACH ROW
WHEN (NEW.saved_by_id = OLD.saved_by_id AND NEW.saved_by <> OLD.saved_by AND NEW.version <> OLD.version) EXECUTE FUNCTION "forget_former_saver"();--> statement-breakpoint
CREATE TRIGGER "properties_former_saver" BEFORE UPDATE ON "properties" FOR EACH ROW
WHEN (NEW.saved_by_id = OLD.saved_by_id AND NEW.saved_by <> OLD.saved_by AND NEW.version <> OLD.version) EXECUTE FUNCTION "forget_former_saver"();--> statement-breakpoint
CREATE TRIGGER "target_groups_former_saver" BEFORE UPDATE ON "target_groups" FOR EACH ROW
WHEN (NEW.saved_by_id = OLD.saved_by_id AND NEW.saved_by <> OLD.saved_by AND NEW.version <> OLD.version) EXECUTE FUNCTION "forget_former_saver"();--> statement-breakpoint
CREATE TRIGGER "toggles_former_saver" BEFORE UPDATE ON "toggles" FOR EACH ROW
WHEN (NEW.saved_by_id = OLD.saved_by_id AND NEW.saved_by <> OLD.saved_by AND NEW.version <> OLD.version) EXECUTE FUNCTION "forget_former_saver"();--> statement-breakpoint
CREATE TRIGGER "experiments_former_saver" BEFORE UPDATE ON "experiments" FOR EACH ROW
WHEN (NEW.saved_by_id = OLD.saved_by_id AND NEW.saved_by <> OLD.saved_by AND NEW.version <> OLD.version) EXECUTE FUNCTION "forget_former_saver"();
