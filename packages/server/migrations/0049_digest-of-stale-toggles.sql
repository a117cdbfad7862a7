CREATE TABLE "told_stale" (
	"application_id" uuid NOT NULL,
	"toggle_id" uuid NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "told_stale_application_id_toggle_id_state_pk" PRIMARY KEY("application_id","toggle_id","state")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "stale_digest_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "told_stale" ADD CONSTRAINT "told_stale_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_stale" ADD CONSTRAINT "told_stale_toggle_id_toggles_id_fk" FOREIGN KEY ("toggle_id") REFERENCES "public"."toggles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "told_stale_toggle_index" ON "told_stale" USING btree ("toggle_id");