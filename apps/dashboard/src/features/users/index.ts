export { twoFactorQuery } from './two-factor.ts'
