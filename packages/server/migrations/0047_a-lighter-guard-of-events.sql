-- The former form locked the row of the place, which writes: a small batch of events cost a tenth more. A lock without a table
-- costs a fifth of that. Whoever leaves this place waits for all who hold it, in a line (event-place-repository.ts).
CREATE OR REPLACE FUNCTION "refuse_moved_events"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	IF current_setting('comporta.restoring', true) = 'on' THEN RETURN NULL; END IF;
	PERFORM pg_advisory_xact_lock_shared(7230042);
	IF EXISTS (SELECT FROM event_store WHERE state <> 'POSTGRES') THEN
		RAISE EXCEPTION 'events are stored in ClickHouse' USING ERRCODE = 'cannot_connect_now';
	END IF;
	RETURN NULL;
END $$;
