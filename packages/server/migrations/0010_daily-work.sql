CREATE TABLE "favourites" (
	"user_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"toggle_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favourites_unique" UNIQUE NULLS NOT DISTINCT("user_id","application_id","toggle_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "saved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "saved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "client_access" ADD COLUMN "saved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "environments" ADD COLUMN "production" boolean;--> statement-breakpoint
ALTER TABLE "experiments" ADD COLUMN "outcome" jsonb;--> statement-breakpoint
ALTER TABLE "experiments" ADD COLUMN "saved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "metrics" ADD COLUMN "saved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "properties" ADD COLUMN "saved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "target_groups" ADD COLUMN "saved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "toggles" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "toggles" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "toggles" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "toggles" ADD COLUMN "saved_by_id" uuid;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_toggle_id_toggles_id_fk" FOREIGN KEY ("toggle_id") REFERENCES "public"."toggles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favourites_application_index" ON "favourites" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "favourites_toggle_index" ON "favourites" USING btree ("toggle_id");--> statement-breakpoint
ALTER TABLE "toggles" ADD CONSTRAINT "toggles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "toggles_owner_index" ON "toggles" USING btree ("owner_id");