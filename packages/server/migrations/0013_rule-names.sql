-- Release 0.1.0 saves rules without ids, and without names. A rule with a name keeps its id in spite of that, and its
-- name, too: decision 17.
CREATE OR REPLACE FUNCTION "fill_rule_ids"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.rules := (
		SELECT jsonb_agg(
			CASE
				WHEN given.rule ? 'id' THEN given.rule
				ELSE given.rule || coalesce(
					(
						SELECT jsonb_strip_nulls(jsonb_build_object('id', stored.rule -> 'id', 'name', stored.rule -> 'name'))
						FROM jsonb_array_elements(OLD.rules) WITH ORDINALITY AS stored(rule, place)
						WHERE stored.rule - '{id,name,valueSpec}'::text[] = given.rule - 'valueSpec'
							AND (stored.place = jsonb_array_length(OLD.rules)) = (given.place = jsonb_array_length(NEW.rules))
						LIMIT 1
					),
					jsonb_build_object('id', gen_random_uuid())
				)
			END
			ORDER BY given.place
		)
		FROM jsonb_array_elements(NEW.rules) WITH ORDINALITY AS given(rule, place)
	);
	RETURN NEW;
END $$;
