-- Roles say more of a grant, or stand in its place (SAF-44). Who takes a grant away takes the roles away, whichever release they use.
CREATE FUNCTION "take_roles_of_grants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM roles USING gone
	WHERE roles.user_id = gone.user_id AND roles.application_id = gone.application_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "grants_deleted_roles" AFTER DELETE ON "grants" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "take_roles_of_grants"();
