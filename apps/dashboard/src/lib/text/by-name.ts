/** Sorts names so that `emqx2` comes before `emqx10`. */
export const byName = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

export const byNode = (a: { readonly node: string }, b: { readonly node: string }): number => byName(a.node, b.node)
