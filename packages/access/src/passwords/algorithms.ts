import { choice, integer, oneOf, setting, struct, structKind } from '@mqdeck/contract'

/** EMQX supports plain, md5, sha, sha256 and sha512 here. The others are for databases that other brokers have filled. */
const simpleNames = ['plain', 'md4', 'md5', 'ripemd160', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const
const digests = ['md4', 'md5', 'ripemd160', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const

const nameLabel = { en: 'Algorithm', zh: '算法' }

const simple = struct('authn_hash.simple', {
  name: setting(choice(simpleNames), { required: true, label: nameLabel }),
  salt_position: setting(
    choice({
      disable: { en: 'No salt', zh: '不加盐' },
      prefix: { en: 'Before the password', zh: '密码之前' },
      suffix: { en: 'After the password', zh: '密码之后' },
    }),
    {
      default: 'prefix',
      label: { en: 'Salt position', zh: '加盐位置' },
      help: {
        en: 'Position of the salt relative to the password. Default prefix.',
        zh: '计算哈希时盐相对于密码的位置，默认为 prefix。',
      },
    },
  ),
})

const pbkdf2 = struct('authn_hash.pbkdf2', {
  name: setting(choice({ pbkdf2: { en: 'PBKDF2', zh: 'PBKDF2' } }), { required: true, label: nameLabel }),
  mac_fun: setting(choice(digests), {
    required: true,
    label: { en: 'Pseudorandom function', zh: '伪随机函数' },
    help: { en: 'Digest algorithm of the HMAC.', zh: 'HMAC 使用的摘要算法。' },
  }),
  iterations: setting(integer(1), {
    required: true,
    label: { en: 'Iterations', zh: '迭代次数' },
    help: {
      en: 'Number of iterations. More iterations make both checks and attacks slower.',
      zh: '迭代次数越多，校验和破解都越慢。',
    },
  }),
  dk_length: setting(integer(1), {
    label: { en: 'Derived key length', zh: '密钥长度' },
    help: { en: 'Length in bytes. Default is the length of the digest.', zh: '密钥的字节数，默认与摘要长度相同。' },
  }),
})

const bcrypt = struct('authn_hash.bcrypt', {
  name: setting(choice({ bcrypt: { en: 'bcrypt', zh: 'bcrypt' } }), { required: true, label: nameLabel }),
})

/** With the cost for new passwords. */
const bcryptForNew = struct('authn_hash.bcrypt_rw', {
  name: setting(choice({ bcrypt: { en: 'bcrypt', zh: 'bcrypt' } }), { required: true, label: nameLabel }),
  salt_rounds: setting(integer(5, 10), {
    default: 10,
    wire: { example: 10 },
    label: { en: 'Cost', zh: '计算强度' },
    help: {
      en: 'Each increase by 1 doubles the time of a check. 5 to 10, default 10.',
      zh: '每加 1，校验耗时翻倍。取值 5 至 10，默认 10。',
    },
  }),
})

/** Not in EMQX. RFC 9106; hashes contain their own parameters. */
const argon2 = struct('mqdeck.argon2', {
  name: setting(choice({ argon2: { en: 'Argon2', zh: 'Argon2' } }), { required: true, label: nameLabel }),
})

/** Password hashes in external databases. */
export const passwordHashAlgorithm = oneOf(
  structKind(simple),
  structKind(pbkdf2),
  structKind(bcrypt),
  structKind(argon2),
)
/** Password hashes in the built-in database. */
export const newPasswordHashAlgorithm = oneOf(
  structKind(simple),
  structKind(pbkdf2),
  structKind(bcryptForNew),
  structKind(argon2),
)

export type Digest = (typeof digests)[number]

type PlainOf<K> = K extends { toPlain(value: never): infer P } ? P : never
export type HashAlgorithm = PlainOf<typeof newPasswordHashAlgorithm> | PlainOf<typeof passwordHashAlgorithm>

/** EMQX's default. */
export const defaultHash = { name: 'sha256', salt_position: 'prefix' } as const
