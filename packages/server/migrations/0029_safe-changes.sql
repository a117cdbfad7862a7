CREATE TABLE "change_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"author_id" uuid NOT NULL,
	"author_kind" text NOT NULL,
	"people" jsonb NOT NULL,
	"contributors" jsonb NOT NULL,
	"status" text NOT NULL,
	"held" jsonb,
	"start" text NOT NULL,
	"start_at" timestamp with time zone,
	"late_by" integer NOT NULL,
	"guard" jsonb,
	"source" jsonb,
	"steps" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"reviews" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"entity_ids" uuid[] NOT NULL,
	"touched_ids" uuid[] NOT NULL,
	"current_step" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"look_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_by_id" uuid,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_requests_number" UNIQUE("application_id","number")
);
--> statement-breakpoint
CREATE TABLE "freezes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"name" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"environment_ids" uuid[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_by_id" uuid,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"user_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"environment_id" uuid,
	"role" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_keys" ADD COLUMN "created_by_id" uuid;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "admitted_revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "request_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "change_policy" jsonb;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "request" jsonb;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_requests_due" ON "change_requests" USING btree ("look_at") WHERE look_at is not null;--> statement-breakpoint
CREATE INDEX "change_requests_open" ON "change_requests" USING btree ("application_id","number") WHERE status not in ('DONE', 'ROLLED_BACK', 'REJECTED', 'WITHDRAWN', 'EXPIRED');--> statement-breakpoint
CREATE INDEX "change_requests_entities" ON "change_requests" USING gin ("entity_ids") WHERE status not in ('DONE', 'ROLLED_BACK', 'REJECTED', 'WITHDRAWN', 'EXPIRED');--> statement-breakpoint
CREATE INDEX "freezes_application_index" ON "freezes" USING btree ("application_id","ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_application_unique" ON "roles" USING btree ("user_id","application_id") WHERE environment_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "roles_environment_unique" ON "roles" USING btree ("user_id","environment_id") WHERE environment_id is not null;--> statement-breakpoint
CREATE INDEX "roles_application_index" ON "roles" USING btree ("application_id");--> statement-breakpoint
-- A release that knows neither policies nor freezes would save past them: decision 17. Its writes are refused where there
-- are some, as if another write were in the way, and it answers SERVICE_BUSY; evaluation does not touch this row.
CREATE FUNCTION "refuse_unadmitted_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'this application takes no writes of a release before 0.3.0'
		USING ERRCODE = '40001', CONSTRAINT = 'applications_admitted_revision';
END $$;--> statement-breakpoint
CREATE TRIGGER "applications_admitted_revision" BEFORE UPDATE OF "revision" ON "applications" FOR EACH ROW
WHEN (OLD.restricted AND NEW.revision > OLD.revision AND NEW.admitted_revision IS DISTINCT FROM NEW.revision) EXECUTE FUNCTION "refuse_unadmitted_revision"();
