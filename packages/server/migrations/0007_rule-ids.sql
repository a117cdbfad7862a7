-- Release 0.1.0 saves rules without ids. While it may run beside a newer one, the tables keep the ids for it:
-- decision 17. Groups in another order count as another audience here; the worst of it is a new id.
CREATE FUNCTION "fill_rule_ids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.rules := (
		SELECT jsonb_agg(
			CASE
				WHEN given.rule ? 'id' THEN given.rule
				ELSE given.rule || jsonb_build_object('id', coalesce(
					(
						SELECT stored.rule ->> 'id'
						FROM jsonb_array_elements(OLD.rules) WITH ORDINALITY AS stored(rule, place)
						WHERE stored.rule - '{id,valueSpec}'::text[] = given.rule - 'valueSpec'
							AND (stored.place = jsonb_array_length(OLD.rules)) = (given.place = jsonb_array_length(NEW.rules))
						LIMIT 1
					),
					gen_random_uuid()::text
				))
			END
			ORDER BY given.place
		)
		FROM jsonb_array_elements(NEW.rules) WITH ORDINALITY AS given(rule, place)
	);
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "experiments_rule_ids" BEFORE INSERT OR UPDATE ON "experiments" FOR EACH ROW
WHEN (jsonb_path_exists(NEW.rules, '$[*] ? (!exists(@.id))')) EXECUTE FUNCTION "fill_rule_ids"();--> statement-breakpoint
UPDATE "experiments" SET "rules" = (
	SELECT jsonb_agg(given.rule || jsonb_build_object('id', gen_random_uuid()) ORDER BY given.place)
	FROM jsonb_array_elements("rules") WITH ORDINALITY AS given(rule, place)
);
