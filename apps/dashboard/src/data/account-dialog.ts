import { createValue } from '../lib/value.ts'

/** What the user menu shows of one's own account; pages open it too. */
export type AccountDialog = 'password' | 'second-factor'

export const accountDialog = createValue<AccountDialog | undefined>(undefined)
