CREATE TABLE "id_list_parts" (
	"list_id" uuid NOT NULL,
	"part" smallint NOT NULL,
	"version" bigint NOT NULL,
	"ids" "bytea" NOT NULL,
	CONSTRAINT "id_list_parts_list_id_part_pk" PRIMARY KEY("list_id","part")
);
--> statement-breakpoint
CREATE TABLE "id_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"content_version" bigint DEFAULT 0 NOT NULL,
	"full_from" bigint DEFAULT 0 NOT NULL,
	"content_saved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_by" text NOT NULL,
	"saved_by_id" uuid,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "list_key" "bytea" DEFAULT uuid_send(gen_random_uuid()) NOT NULL;--> statement-breakpoint
ALTER TABLE "id_lists" ADD CONSTRAINT "id_lists_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "id_lists_name_unique" ON "id_lists" USING btree ("application_id",lower("name"));--> statement-breakpoint
-- Hashes cannot be compressed.
ALTER TABLE "id_list_parts" ALTER COLUMN "ids" SET STORAGE EXTERNAL;
