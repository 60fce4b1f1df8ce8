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

/** Shown as `******`, though EMQX does not declare it as a password. */
const hmacSecret = (): Kind<string> => ({ ...text(), secret: true })

const commonFields = {
  acl_claim_name: setting(text(), {
    default: 'acl',
    advanced: true,
    label: { en: 'Claim with rules', zh: '权限声明' },
    help: {
      en: 'The claim whose rules say what the client may publish and subscribe to; they are asked before every source.',
      zh: '该声明中的规则决定客户端的发布和订阅权限，优先于所有授权数据源。',
    },
  }),
  disconnect_after_expire: setting(flag(), {
    default: true,
    label: { en: 'Disconnect after expiry', zh: '过期后断开连接' },
    help: {
      en: 'Ends the connection when the time of its token (exp) is over.',
      zh: '令牌到期（exp）时断开该客户端的连接。',
    },
  }),
  enable: enableField,
  from: setting(choice(['username', 'password']), {
    default: 'password',
    label: { en: 'Token is in', zh: '令牌位置' },
    help: { en: 'Where in CONNECT clients put the token.', zh: '客户端在 CONNECT 的哪个字段中携带令牌。' },
  }),
  mechanism: mechanismField('jwt'),
  verify_claims: setting(anyMap(text()), {
    default: {},
    wire: { example: {} },
    label: { en: 'Claims', zh: '声明校验' },
    help: {
      en: 'Claims that the token must have, with their values; ${username} and ${clientid} stand for those of the client.',
      zh: '令牌必须包含的声明及其值；可使用 ${username} 和 ${clientid} 占位符。',
    },
  }),
} as const

/**
 * Requests must have it: EMQX selects the schema by it. Optional here for configuration files, where `algorithm` is enough.
 * First, so that an unknown algorithm is reported as one.
 */
const withoutJwks = setting(choice([false]), { hidden: true, label: { en: 'JWKS', zh: 'JWKS' } })

const algorithmField = <A extends string>(algorithm: A) =>
  setting(choice([algorithm]), { required: true, label: { en: 'Algorithm', zh: '算法' } })

interface ClaimsChecked {
  readonly verify_claims: Readonly<Record<string, string>>
}

/** What `verify_claims` may name. */
const claimNames = ['username', 'clientid'] as const
/** Checked against the clock, whether or not somebody asks for it. */
const timeClaims = ['exp', 'iat', 'nbf']

function checkClaims({ verify_claims }: ClaimsChecked, refuse: (field: string, reason: string) => void): void {
  for (const [name, expected] of Object.entries(verify_claims)) {
    const unknown = unknownPlaceholder(expected, claimNames)
    if (name === '') refuse('verify_claims', 'must name every claim')
    else if (timeClaims.includes(name)) refuse('verify_claims', `${name} is a time and cannot be compared`)
    else if (unknown !== undefined)
      refuse('verify_claims', `${name}: there is no \${${unknown}}, only \${username} and \${clientid}`)
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
      help: { en: 'Tokens are signed with it: HS256, HS384, HS512.', zh: '用于签发令牌的密钥：HS256、HS384、HS512。' },
    }),
    secret_base64_encoded: setting(flag(), {
      default: false,
      label: { en: 'Secret is base64', zh: '密钥为 Base64 编码' },
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
        en: 'PEM of the key or its certificate, or the name of a file with it: RSA from 2048 bits (RS, PS), P-256, P-384, P-521 (ES), Ed25519 (EdDSA).',
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
    endpoint: setting(text({ pattern: /^https?:\/\/\S+$/, expects: 'an address such as https://host/jwks.json' }), {
      required: true,
      label: { en: 'JWKS endpoint', zh: 'JWKS 端点' },
      help: {
        en: 'Address of the public keys (RFC 7517). While it is down, the keys known so far are used.',
        zh: '公钥集合的地址（RFC 7517）。端点不可用时继续使用已获取的公钥。',
      },
    }),
    headers: setting(headerMap(), {
      default: { Accept: 'application/json' },
      wire: { example: {} },
      advanced: true,
      label: { en: 'Headers', zh: '请求头' },
    }),
    pool_size: setting(integer(1), {
      default: 8,
      advanced: true,
      label: { en: 'Pool size', zh: '连接池大小' },
      help: {
        en: 'One request at a time is enough to fetch keys. No effect on this broker.',
        zh: '获取公钥只需要一个请求，此项在本服务中不起作用。',
      },
    }),
    refresh_interval: setting(integer(1, Number.POSITIVE_INFINITY, { unprinted: true }), {
      default: 300,
      label: { en: 'Refresh interval', zh: '刷新间隔' },
      help: {
        en: 'Seconds between two fetches of the keys, at least 10. A token of an unknown key makes it happen earlier.',
        zh: '两次获取公钥之间的秒数，至少 10 秒；遇到未知公钥签发的令牌会提前刷新。',
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
  label: { en: 'JWT', zh: 'JWT' },
  about: {
    en: 'Clients show a signed token that also says what they may do. Nobody is looked up.',
    zh: '客户端出示签名令牌，令牌中可携带权限，无需查询用户。',
  },
  // In this order: settings that say too little are taken for the first.
  structs: [hmac, publicKey, jwks],
}
