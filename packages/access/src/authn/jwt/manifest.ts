import {
  anyMap,
  choice,
  clientTls,
  flag,
  headerMap,
  integer,
  type Kind,
  nested,
  type PlainValue,
  setting,
  struct,
  text,
} from '@mqdeck/contract'
import { unknownPlaceholder } from '../../placeholders.ts'
import { enableField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

/** Shown as `******`, although EMQX does not declare it as a password. */
const hmacSecret = (): Kind<string> => ({ ...text(), secret: true })

const commonFields = {
  acl_claim_name: setting(text(), {
    default: 'acl',
    advanced: true,
    label: { en: 'Claim with rules', zh: '权限声明' },
    help: {
      en: 'Claim with the permissions of the client. Its rules are checked before all ACL sources. Default acl.',
      zh: '包含客户端权限的声明，其中的规则先于所有 ACL 数据源检查。默认 acl。',
    },
  }),
  disconnect_after_expire: setting(flag(), {
    default: true,
    label: { en: 'Disconnect after expiry', zh: '过期后断开连接' },
    help: {
      en: 'Disconnects the client when its token expires (exp). Default enabled.',
      zh: '令牌到期（exp）时断开该客户端的连接。默认启用。',
    },
  }),
  enable: enableField,
  from: setting(choice({ username: { en: 'Username', zh: '用户名' }, password: { en: 'Password', zh: '密码' } }), {
    default: 'password',
    label: { en: 'Token field', zh: '令牌位置' },
    help: {
      en: 'Field of CONNECT that contains the token. Default password.',
      zh: 'CONNECT 中携带令牌的字段，默认 password。',
    },
  }),
  mechanism: mechanismField('jwt'),
  verify_claims: setting(anyMap(text()), {
    default: {},
    wire: { example: {} },
    label: { en: 'Required claims', zh: '声明校验' },
    help: {
      en: 'Claims that the token must contain, with their values. The placeholders ${username} and ${clientid} are allowed.',
      zh: '令牌必须包含的声明及其值，可使用 ${username} 和 ${clientid} 占位符。',
    },
  }),
} as const

/**
 * EMQX selects the schema by this field, so API requests contain it. Optional here, because `algorithm` is enough in
 * configuration files. Must be the first field, so that an unknown algorithm is reported as such.
 */
const withoutJwks = setting(choice([false]), { hidden: true, label: { en: 'JWKS', zh: 'JWKS' } })

const algorithmField = <A extends string>(algorithm: A) =>
  setting(
    choice([algorithm], {
      'hmac-based': { en: 'Shared secret', zh: '共享密钥' },
      'public-key': { en: 'Public key', zh: '公钥' },
    }),
    {
      required: true,
      label: { en: 'Algorithm', zh: '算法' },
      help: {
        en: 'Whether tokens are signed with a shared secret or a private key.',
        zh: '令牌使用共享密钥还是私钥签名。',
      },
    },
  )

interface ClaimsChecked {
  readonly verify_claims: Readonly<Record<string, string>>
}

/** Placeholders that `verify_claims` supports. */
const claimNames = ['username', 'clientid'] as const
/** Always checked against the clock. */
const timeClaims = ['exp', 'iat', 'nbf']

function checkClaims({ verify_claims }: ClaimsChecked, refuse: (field: string, reason: string) => void): void {
  for (const [name, expected] of Object.entries(verify_claims)) {
    const unknown = unknownPlaceholder(expected, claimNames)
    if (name === '') refuse('verify_claims', 'every claim must have a name')
    else if (timeClaims.includes(name))
      refuse('verify_claims', `${name} is a time claim and is always checked. Remove it`)
    else if (unknown !== undefined)
      refuse(
        'verify_claims',
        `${name}: the placeholder \${${unknown}} is not available. Use \${username} or \${clientid}`,
      )
  }
}

const hmac = struct(
  'authn.jwt_hmac',
  {
    use_jwks: withoutJwks,
    ...commonFields,
    algorithm: algorithmField('hmac-based'),
    secret: setting(hmacSecret(), {
      required: true,
      label: { en: 'Secret', zh: '密钥' },
      help: {
        en: 'Secret with which tokens are signed (HS256, HS384, HS512).',
        zh: '用于签发令牌的密钥：HS256、HS384、HS512。',
      },
    }),
    secret_base64_encoded: setting(flag(), {
      default: false,
      label: { en: 'Base64-encoded secret', zh: '密钥为 Base64 编码' },
      help: {
        en: 'Decodes the secret above from Base64 before it is used.',
        zh: '使用前先对上述密钥进行 Base64 解码。',
      },
    }),
  },
  checkClaims,
)

const publicKey = struct(
  'authn.jwt_public_key',
  {
    use_jwks: withoutJwks,
    ...commonFields,
    algorithm: algorithmField('public-key'),
    public_key: setting(text(), {
      required: true,
      label: { en: 'Public key', zh: '公钥' },
      help: {
        en: 'Key or certificate as PEM text, or the name of a PEM file. RSA with at least 2048 bits (RS, PS), P-256, P-384, P-521 (ES) or Ed25519 (EdDSA).',
        zh: '公钥或证书的 PEM 文本，或其文件名：RSA 2048 位以上（RS、PS）、P-256、P-384、P-521（ES）、Ed25519（EdDSA）。',
      },
    }),
  },
  checkClaims,
)

const jwks = struct(
  'authn.jwt_jwks',
  {
    ...commonFields,
    endpoint: setting(text({ pattern: /^https?:\/\/\S+$/, expects: 'a URL such as https://host/jwks.json' }), {
      required: true,
      label: { en: 'JWKS endpoint', zh: 'JWKS 端点' },
      help: {
        en: 'URL of the public keys (RFC 7517). While it is unavailable, the keys fetched last are used.',
        zh: '公钥集合的 URL（RFC 7517）。不可用时继续使用最近获取的公钥。',
      },
    }),
    headers: setting(headerMap(), {
      default: { Accept: 'application/json' },
      wire: { example: {} },
      advanced: true,
      label: { en: 'Headers', zh: '请求头' },
      help: { en: 'Sent with each request to the endpoint.', zh: '向该端点发送的每个请求所携带的请求头。' },
    }),
    pool_size: setting(integer(1), {
      default: 8,
      advanced: true,
      label: { en: 'Pool size', zh: '连接池大小' },
      help: {
        en: 'No effect on this broker. Keys are fetched with one request at a time.',
        zh: '在此服务端不起作用，获取公钥只需一个请求。',
      },
    }),
    refresh_interval: setting(integer(1, Number.POSITIVE_INFINITY, { unprinted: true }), {
      default: 300,
      label: { en: 'Refresh interval', zh: '刷新间隔' },
      help: {
        en: 'Interval in seconds at which the keys are fetched. A token with an unknown key triggers an earlier fetch. Default 300, at least 10.',
        zh: '获取公钥的间隔（秒）。遇到未知公钥签发的令牌会提前刷新。默认 300，最小 10。',
      },
    }),
    ssl: nested(clientTls, { from: { enable: false }, label: { en: 'TLS', zh: 'TLS' } }),
    use_jwks: setting(choice([true]), { required: true, label: { en: 'JWKS', zh: 'JWKS' } }),
  },
  checkClaims,
)

type HmacSettings = PlainValue<typeof hmac>
type PublicKeySettings = PlainValue<typeof publicKey>
export type JwksSettings = PlainValue<typeof jwks>
export type JwtSettings = HmacSettings | PublicKeySettings | JwksSettings

export const jwt: AuthnManifest = {
  mechanism: 'jwt',
  category: 'identity',
  mark: 'Jw',
  label: { en: 'JWT', zh: 'JWT' },
  about: {
    en: 'Verifies a signed token that can also contain the permissions of the client. No user lookup.',
    zh: '校验签名令牌，令牌中可携带客户端的权限，无需查询用户。',
  },
  // The first one is used for settings that match several of them.
  structs: [hmac, publicKey, jwks],
}
