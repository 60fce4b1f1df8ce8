import {
  confirmSecondFactor,
  disableSecondFactor,
  type Enrolment,
  enrolSecondFactor,
  type RecoveryCodes,
  renewRecoveryCodes,
} from '@mqdeck/contract'
import { defineChange } from '../../api/index.ts'
import { twoFactorQuery } from '../users/index.ts'

/** Proof of identity: password and code. */
export interface Proof {
  readonly password: string
  readonly code: string
}

export const startEnrolment = defineChange<{ readonly password: string }, Enrolment>({
  apply: (call, { password }) => call(enrolSecondFactor, { body: { password } }),
  invalidates: [],
})

export const confirmEnrolment = defineChange<{ readonly code: string }, RecoveryCodes>({
  apply: (call, { code }) => call(confirmSecondFactor, { body: { mfa_token: code } }),
  invalidates: [twoFactorQuery],
})

export const newRecoveryCodes = defineChange<Proof, RecoveryCodes>({
  apply: (call, { password, code }) => call(renewRecoveryCodes, { body: { password, mfa_token: code } }),
  invalidates: [twoFactorQuery],
})

export const disableTwoFactor = defineChange<Proof, undefined>({
  apply: (call, { password, code }) => call(disableSecondFactor, { body: { password, mfa_token: code } }),
  invalidates: [twoFactorQuery],
})
