CREATE TABLE "account_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"mask" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_keys_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"user_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	CONSTRAINT "grants_user_id_application_id_pk" PRIMARY KEY("user_id","application_id")
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"admin" boolean NOT NULL,
	"active" boolean NOT NULL,
	"deactivated" boolean DEFAULT false NOT NULL,
	"language" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"notification_webhook" text,
	"notification_language" text NOT NULL,
	"webhook_secret" text NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"payload" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "environment_status" (
	"environment_id" uuid PRIMARY KEY NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"sdk" text,
	"sdk_version" text
);
--> statement-breakpoint
CREATE TABLE "environments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"key_hash" text,
	"key_created_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "environments_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "environments_name_unique" UNIQUE("application_id","name"),
	CONSTRAINT "environments_application_unique" UNIQUE("application_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"application_id" uuid,
	"application_name" text,
	"environment_id" uuid,
	"environment_name" text,
	"revision" bigint,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"entity_name" text NOT NULL,
	"actor" jsonb NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "experiment_dependencies" (
	"application_id" uuid NOT NULL,
	"experiment_id" uuid NOT NULL,
	"toggle_id" uuid NOT NULL,
	CONSTRAINT "experiment_dependencies_experiment_id_toggle_id_pk" PRIMARY KEY("experiment_id","toggle_id")
);
--> statement-breakpoint
CREATE TABLE "experiment_properties" (
	"application_id" uuid NOT NULL,
	"experiment_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	CONSTRAINT "experiment_properties_experiment_id_property_id_pk" PRIMARY KEY("experiment_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "experiment_target_groups" (
	"application_id" uuid NOT NULL,
	"experiment_id" uuid NOT NULL,
	"target_group_id" uuid NOT NULL,
	CONSTRAINT "experiment_target_groups_experiment_id_target_group_id_pk" PRIMARY KEY("experiment_id","target_group_id")
);
--> statement-breakpoint
CREATE TABLE "experiments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"toggle_id" uuid NOT NULL,
	"status" text NOT NULL,
	"salt" text NOT NULL,
	"buckets" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiments_toggle_unique" UNIQUE("environment_id","toggle_id"),
	CONSTRAINT "experiments_application_unique" UNIQUE("application_id","id")
);
--> statement-breakpoint
CREATE TABLE "properties" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"key" text NOT NULL,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "properties_application_unique" UNIQUE("application_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotent_answers" (
	"account_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"sealed_answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotent_answers_account_id_key_hash_pk" PRIMARY KEY("account_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "target_group_properties" (
	"application_id" uuid NOT NULL,
	"target_group_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	CONSTRAINT "target_group_properties_target_group_id_property_id_pk" PRIMARY KEY("target_group_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "target_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"policy" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "target_groups_application_unique" UNIQUE("application_id","id")
);
--> statement-breakpoint
CREATE TABLE "toggles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"values" jsonb NOT NULL,
	"default_value" text NOT NULL,
	"value_type" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "toggles_application_unique" UNIQUE("application_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_keys" ADD CONSTRAINT "account_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment_status" ADD CONSTRAINT "environment_status_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_dependencies" ADD CONSTRAINT "experiment_dependencies_experiment" FOREIGN KEY ("application_id","experiment_id") REFERENCES "public"."experiments"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_dependencies" ADD CONSTRAINT "experiment_dependencies_use" FOREIGN KEY ("application_id","toggle_id") REFERENCES "public"."toggles"("application_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_properties" ADD CONSTRAINT "experiment_properties_experiment" FOREIGN KEY ("application_id","experiment_id") REFERENCES "public"."experiments"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_properties" ADD CONSTRAINT "experiment_properties_use" FOREIGN KEY ("application_id","property_id") REFERENCES "public"."properties"("application_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_target_groups" ADD CONSTRAINT "experiment_target_groups_experiment" FOREIGN KEY ("application_id","experiment_id") REFERENCES "public"."experiments"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment_target_groups" ADD CONSTRAINT "experiment_target_groups_use" FOREIGN KEY ("application_id","target_group_id") REFERENCES "public"."target_groups"("application_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiments" ADD CONSTRAINT "experiments_environment" FOREIGN KEY ("application_id","environment_id") REFERENCES "public"."environments"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiments" ADD CONSTRAINT "experiments_toggle" FOREIGN KEY ("application_id","toggle_id") REFERENCES "public"."toggles"("application_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "properties" ADD CONSTRAINT "properties_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotent_answers" ADD CONSTRAINT "idempotent_answers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_group_properties" ADD CONSTRAINT "target_group_properties_group" FOREIGN KEY ("application_id","target_group_id") REFERENCES "public"."target_groups"("application_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_group_properties" ADD CONSTRAINT "target_group_properties_property" FOREIGN KEY ("application_id","property_id") REFERENCES "public"."properties"("application_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_groups" ADD CONSTRAINT "target_groups_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "toggles" ADD CONSTRAINT "toggles_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_keys_account_index" ON "account_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "grants_application_index" ON "grants" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "password_links_user_index" ON "password_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_account_index" ON "users" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "applications_name_unique" ON "applications" USING btree ("account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "deliveries_due_index" ON "deliveries" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_application_index" ON "deliveries" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_account_index" ON "audit_entries" USING btree ("account_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_application_index" ON "audit_entries" USING btree ("application_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_entries_revision_index" ON "audit_entries" USING btree ("application_id","revision");--> statement-breakpoint
CREATE INDEX "experiment_dependencies_index" ON "experiment_dependencies" USING btree ("toggle_id");--> statement-breakpoint
CREATE INDEX "experiment_properties_index" ON "experiment_properties" USING btree ("property_id");--> statement-breakpoint
CREATE INDEX "experiment_target_groups_index" ON "experiment_target_groups" USING btree ("target_group_id");--> statement-breakpoint
CREATE INDEX "experiments_application_index" ON "experiments" USING btree ("application_id","toggle_id");--> statement-breakpoint
CREATE UNIQUE INDEX "properties_key_unique" ON "properties" USING btree ("application_id",lower("key"));--> statement-breakpoint
CREATE INDEX "idempotent_answers_created_index" ON "idempotent_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_due_index" ON "mails" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "target_group_properties_property_index" ON "target_group_properties" USING btree ("property_id");--> statement-breakpoint
CREATE UNIQUE INDEX "target_groups_name_unique" ON "target_groups" USING btree ("application_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "toggles_name_unique" ON "toggles" USING btree ("application_id",lower("name"));