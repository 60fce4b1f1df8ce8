/** Forms and tables for bans. Used by the list of bans, flapping detection and the client pages. */
export { BanDialog, type BanSubject } from './ban-dialog.tsx'
export { blankTerms, hasEnded, type Terms, untilOf } from './ban-terms.ts'
export { useBansTable } from './bans-table.tsx'
export { createBan } from './queries.ts'
export { TermsFields } from './terms-fields.tsx'
