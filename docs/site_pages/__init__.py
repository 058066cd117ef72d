"""The pages of the site that are made from the rules, the presets and the scenarios."""
