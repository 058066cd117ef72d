"""A suite that checks any Pyramid engine, in any language, clause by clause.

An engine author needs `conformance.adapter` (what an engine provides); the suite itself sees every engine through
`conformance.driver`.
"""
