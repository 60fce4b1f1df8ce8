import { createValue } from '../../lib/json/value.ts'

/** The open dialog of the user's own account. The user menu and pages open it. */
export type AccountDialog = 'password' | 'second-factor'

export const accountDialog = createValue<AccountDialog | undefined>(undefined)
