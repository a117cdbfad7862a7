CREATE TABLE "former_keys" (
	"environment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"replaced_by" text NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "former_keys_environment_id_kind_pk" PRIMARY KEY("environment_id","kind"),
	CONSTRAINT "former_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "client_packages" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"file" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_packages_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
ALTER TABLE "environment_status" ADD COLUMN "server_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "environment_status" ADD COLUMN "client_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "environment_ids" uuid[];--> statement-breakpoint
ALTER TABLE "event_keys" ADD COLUMN "introduced_by" text DEFAULT 'SERVER' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_keys" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "former_keys" ADD CONSTRAINT "former_keys_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_environments_index" ON "audit_entries" USING gin ((coalesce(environment_ids, array[environment_id])));--> statement-breakpoint
CREATE INDEX "touched_units_environment_index" ON "touched_units" USING btree ("environment_id");