CREATE TABLE "compatibility" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"oldest_program" text NOT NULL,
	CONSTRAINT "compatibility_one_row" CHECK ("compatibility"."id" = 1)
);
--> statement-breakpoint
INSERT INTO "compatibility" ("oldest_program") VALUES ('0.1.0');
