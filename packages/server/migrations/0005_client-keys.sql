CREATE TABLE "client_access" (
	"environment_id" uuid PRIMARY KEY NOT NULL,
	"key" text,
	"key_hash" text,
	"origins" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_access_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
ALTER TABLE "environment_status" ADD COLUMN "seen_in_page_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "toggles" ADD COLUMN "available_to_clients" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "client_access" ADD CONSTRAINT "client_access_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;