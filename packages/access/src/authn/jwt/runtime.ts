import type { AuthenticateResult } from '@mqdeck/broker'
import { aclOfClaim } from '../../authz/acl-claim.ts'
import { alwaysConnected } from '../always-connected.ts'
import { ignored, isTrue, rejected } from '../check-password.ts'
import { clientAttributes } from '../client-attributes.ts'
import type { Authenticator, AuthnBackend, AuthnContext, Credentials, Note } from '../port.ts'
import { endOf, expectedClaims, troubleWith } from './claims.ts'
import { createJwks, type Jwks } from './jwks.ts'
import { hmacKey, pemKey, type VerifyKey } from './keys.ts'
import { type JwksSettings, type JwtSettings, jwt as manifest } from './manifest.ts'
import { type Claims, candidates, headerOf, type TokenHeader, verifiedClaims } from './verify.ts'

/** JWT stores nothing. */
type Surroundings = Pick<AuthnContext, 'clock' | 'folder'>

/** The keys that may verify a token; throws if no keys are available. */
type FindKeys = (header: TokenHeader, note: Note | undefined) => Promise<readonly VerifyKey[]> | readonly VerifyKey[]

/**
 * Decides as `emqx_authn_jwt` of EMQX 5.8. A missing token, or a token that was not signed with our keys, is passed to
 * the next authenticator (`ignore`). A token with our signature is rejected with `bad_username_or_password` if it has
 * expired or its claims or rules are invalid.
 */
export const runtime = {
  manifest,
  async create(settings: JwtSettings, context: Surroundings): Promise<Authenticator> {
    if ('endpoint' in settings) return withJwks(settings, context)
    const key =
      'secret' in settings
        ? hmacKey(settings.secret, settings.secret_base64_encoded)
        : await pemKey(settings.public_key, context.folder)
    return {
      ...alwaysConnected,
      authenticate: authenticateWith(settings, context, (header) => candidates([key], header)),
    }
  },
} satisfies AuthnBackend<JwtSettings, Promise<Authenticator>>

function withJwks(settings: JwksSettings, context: Surroundings): Authenticator {
  const jwks = createJwks({ ...settings, clock: context.clock, folder: context.folder })
  return {
    authenticate: authenticateWith(settings, context, (header, note) => keysFrom(jwks, header, note)),
    state: jwks.state,
    onStateChange: jwks.onChange,
    start: jwks.start,
    stop: jwks.stop,
  }
}

async function keysFrom(jwks: Jwks, header: TokenHeader, note: Note | undefined): Promise<readonly VerifyKey[]> {
  const { kid } = header
  const isKnown = () => jwks.keys().some((key) => kid === undefined || key.kid === kid)
  if (!isKnown()) {
    note?.('the key of the token is not among the fetched keys', kid)
    await jwks.refresh()
  }
  if (jwks.keys().length === 0) throw new Error(jwks.state().reason ?? 'no keys have been fetched yet')
  return candidates(jwks.keys(), header)
}

function authenticateWith(
  { from, verify_claims, acl_claim_name, disconnect_after_expire }: JwtSettings,
  { clock }: Surroundings,
  findKeys: FindKeys,
): Authenticator['authenticate'] {
  const expected = expectedClaims(verify_claims)
  return async (credentials, note) => {
    const token = tokenOf(credentials, from)
    const header = token === undefined ? undefined : headerOf(token)
    if (token === undefined || header === undefined) {
      note?.(`the ${from} contains no token`)
      return ignored
    }
    const claims = await verifiedClaims(token, await findKeys(header, note))
    if (!claims) {
      note?.('the token is not signed with a configured key', header.alg)
      return ignored
    }
    note?.('the token is signed with a configured key', header.alg)
    const trouble = troubleWith(claims, expected, credentials, clock.now())
    if (trouble === undefined) return allow(claims, acl_claim_name, disconnect_after_expire, note)
    note?.(`the token is rejected: ${trouble}`)
    return rejected
  }
}

/** A password need not be UTF-8, but a token is ASCII. */
const tokenOf = ({ client, password }: Credentials, from: JwtSettings['from']): string | undefined =>
  from === 'username' ? client.username : password && Buffer.from(password).toString('latin1')

function allow(claims: Claims, aclClaim: string, ends: boolean, note: Note | undefined): AuthenticateResult {
  const end = endOf(claims)
  try {
    return {
      result: 'allow',
      isSuperuser: isTrue(claims.is_superuser),
      attributes: clientAttributes(claims.client_attrs),
      ...(ends && end !== undefined && { expiresAt: end }),
      ...(Object.hasOwn(claims, aclClaim) && { acl: aclOfClaim(claims[aclClaim], end) }),
    }
  } catch (error) {
    note?.(`the token is rejected: the claim ${aclClaim} cannot be parsed`, error instanceof Error ? error.message : '')
    return rejected
  }
}
