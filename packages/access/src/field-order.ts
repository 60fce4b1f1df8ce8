import type { Fields } from '@mqdeck/contract'

/** In the order of their names, as EMQX lists them. */
export const inOrder = <F extends Fields>(fields: F): F =>
  Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1))) as F // the same fields
