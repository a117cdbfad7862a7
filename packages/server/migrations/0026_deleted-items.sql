CREATE TABLE "deleted_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"environment_id" uuid,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_items" ADD CONSTRAINT "deleted_items_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_items" ADD CONSTRAINT "deleted_items_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_items_application_index" ON "deleted_items" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "deleted_items_environment_index" ON "deleted_items" USING btree ("environment_id");--> statement-breakpoint
CREATE INDEX "deleted_items_created_index" ON "deleted_items" USING btree ("created_at");--> statement-breakpoint
-- Keeps what is deleted, by whichever release and in whichever way: decision 17. What goes with its application or environment
-- is not kept: then these are no longer there. One statement keeps all rows that one statement deletes.
CREATE FUNCTION "keep_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deleted_items (id, application_id, environment_id, type, name, body)
	SELECT gone.id, gone.application_id, (row ->> 'environment_id')::uuid, TG_ARGV[0],
		coalesce(row ->> 'name', row ->> 'key', (SELECT name FROM toggles WHERE id = (row ->> 'toggle_id')::uuid), ''), row
	FROM gone CROSS JOIN LATERAL to_jsonb(gone) AS row
	WHERE EXISTS (SELECT FROM applications WHERE id = gone.application_id)
		AND (row ->> 'environment_id' IS NULL
			OR EXISTS (SELECT FROM environments WHERE id = (row ->> 'environment_id')::uuid))
	ON CONFLICT (id) DO UPDATE SET name = excluded.name, body = excluded.body, created_at = excluded.created_at;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "properties_deleted" AFTER DELETE ON "properties" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "keep_deleted"('property');--> statement-breakpoint
CREATE TRIGGER "target_groups_deleted" AFTER DELETE ON "target_groups" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "keep_deleted"('targetGroup');--> statement-breakpoint
CREATE TRIGGER "toggles_deleted" AFTER DELETE ON "toggles" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "keep_deleted"('toggle');--> statement-breakpoint
CREATE TRIGGER "experiments_deleted" AFTER DELETE ON "experiments" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "keep_deleted"('experiment');
