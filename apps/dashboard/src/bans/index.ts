/** Bans, for all who make or lift them: the list of bans, flapping detection, and the pages of clients. */
export { BanDialog, type BanSubject } from './ban-dialog.tsx'
export { blankTerms, hasEnded, type Terms, untilOf } from './ban-terms.ts'
export { BansTable } from './bans-table.tsx'
export { banKindNames } from './messages.ts'
export { bansQuery, clearBans, createBan } from './queries.ts'
export { TermsFields } from './terms-fields.tsx'
