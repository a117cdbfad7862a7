CREATE TABLE "code_references" (
	"repository_id" uuid NOT NULL,
	"toggle_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"places" jsonb NOT NULL,
	"removed_in" text,
	CONSTRAINT "code_references_repository_id_toggle_id_pk" PRIMARY KEY("repository_id","toggle_id")
);
--> statement-breakpoint
CREATE TABLE "code_repositories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"name" text NOT NULL,
	"branch" text NOT NULL,
	"commit" text NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	"url_template" text,
	"scanned_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "code_repositories_name_unique" UNIQUE("application_id","name")
);
--> statement-breakpoint
ALTER TABLE "code_references" ADD CONSTRAINT "code_references_repository_id_code_repositories_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."code_repositories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_references" ADD CONSTRAINT "code_references_toggle_id_toggles_id_fk" FOREIGN KEY ("toggle_id") REFERENCES "public"."toggles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_repositories" ADD CONSTRAINT "code_repositories_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_references_toggle_index" ON "code_references" USING btree ("toggle_id");