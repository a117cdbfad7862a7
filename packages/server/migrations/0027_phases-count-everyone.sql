ALTER TABLE "analyses" DROP CONSTRAINT "analyses_toggle";
--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "deleted_toggle_name" text;--> statement-breakpoint
ALTER TABLE "phases" ADD COLUMN "new_users_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cohort_units" ADD COLUMN "marked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "exposures" ADD COLUMN "marked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- An analysis outlives its toggle (RES-120). A trigger keeps the name, so that it is kept whichever release deletes the toggle.
CREATE FUNCTION "keep_deleted_toggle_names"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE analyses SET deleted_toggle_name = gone.name
	FROM gone WHERE analyses.application_id = gone.application_id AND analyses.toggle_id = gone.id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "toggles_deleted_names" AFTER DELETE ON "toggles" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "keep_deleted_toggle_names"();
