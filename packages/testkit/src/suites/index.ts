/**
 * Test suites that every backend of one kind must pass. Separate from the rest of the testkit, because only test files
 * may import Vitest.
 */
export { clientInfoWith, someClient, someMessage, somePublication } from './client-info.ts'
export {
  type AuthenticatorUnderTest,
  type AuthnStage,
  type AuthnSuiteOptions,
  describeAuthn,
  type StoredLogin,
} from './describe-authn.ts'
export {
  type AuthzSourceUnderTest,
  type AuthzStage,
  type AuthzSuiteOptions,
  describeAuthz,
  type StoredRule,
} from './describe-authz.ts'
export {
  type DeviceUnderTest,
  describeGateway,
  describeMessagingGateway,
  type GatewayChoices,
  type MessagingDevice,
} from './describe-gateway.ts'
export {
  describeIntegration,
  type IntegrationHarness,
  type IntegrationSetup,
  type OutcomeUnderTest,
  type SettingsUnderTest,
} from './describe-integration.ts'
