CREATE TABLE "event_store" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'POSTGRES' NOT NULL,
	"position" jsonb,
	CONSTRAINT "event_store_one_row" CHECK ("event_store"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "touched_environments" (
	"environment_id" uuid NOT NULL,
	"of_property" boolean NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "touched_environments_environment_id_of_property_minute_pk" PRIMARY KEY("environment_id","of_property","minute")
);
--> statement-breakpoint
INSERT INTO "event_store" DEFAULT VALUES;--> statement-breakpoint
-- Once events are stored elsewhere, no program of any release stores some here, where nobody would count them: the
-- code reads as a database that cannot be used now, and clients send their events again.
CREATE FUNCTION "refuse_moved_events"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	IF current_setting('comporta.restoring', true) = 'on' THEN RETURN NULL; END IF;
	PERFORM FROM event_store FOR KEY SHARE;
	IF EXISTS (SELECT FROM event_store WHERE state <> 'POSTGRES') THEN
		RAISE EXCEPTION 'events are stored in ClickHouse' USING ERRCODE = 'cannot_connect_now';
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "metric_events_moved" BEFORE INSERT ON "metric_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_moved_events"();--> statement-breakpoint
CREATE TRIGGER "exposures_moved" BEFORE INSERT ON "exposures"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_moved_events"();
