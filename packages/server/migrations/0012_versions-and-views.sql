CREATE TABLE "experiment_versions" (
	"id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"saved_by" text NOT NULL,
	"saved_by_id" uuid,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "experiment_versions_id_version_pk" PRIMARY KEY("id","version")
);
--> statement-breakpoint
CREATE TABLE "target_group_versions" (
	"id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"saved_by" text NOT NULL,
	"saved_by_id" uuid,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "target_group_versions_id_version_pk" PRIMARY KEY("id","version")
);
--> statement-breakpoint
CREATE TABLE "toggle_versions" (
	"id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"saved_by" text NOT NULL,
	"saved_by_id" uuid,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "toggle_versions_id_version_pk" PRIMARY KEY("id","version")
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_login_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "environment_status" ADD COLUMN "rule_served_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "experiment_versions" ADD CONSTRAINT "experiment_versions_id_experiments_id_fk" FOREIGN KEY ("id") REFERENCES "public"."experiments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_group_versions" ADD CONSTRAINT "target_group_versions_id_target_groups_id_fk" FOREIGN KEY ("id") REFERENCES "public"."target_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toggle_versions" ADD CONSTRAINT "toggle_versions_id_toggles_id_fk" FOREIGN KEY ("id") REFERENCES "public"."toggles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "views_name_unique" ON "views" USING btree ("application_id","user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "views_user_index" ON "views" USING btree ("user_id");