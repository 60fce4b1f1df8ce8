export { twoFactorQuery } from './two-factor-queries.ts'
