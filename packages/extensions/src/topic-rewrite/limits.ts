/** How many rules EMQX takes: beyond, the API answers 413 EXCEED_LIMIT. */
export const maxRewriteRules = 20
