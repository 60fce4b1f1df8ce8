import { choice, integer, oneOf, setting, struct, structKind } from '@mqdeck/contract'

/** EMQX knows plain, md5, sha, sha256 and sha512 here; the others come from databases that were filled by other brokers. */
const simpleNames = ['plain', 'md4', 'md5', 'ripemd160', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const
const digests = ['md4', 'md5', 'ripemd160', 'sha', 'sha224', 'sha256', 'sha384', 'sha512'] as const

const nameLabel = { en: 'Algorithm', zh: '算法' }

const simple = struct('authn_hash.simple', {
  name: setting(choice(simpleNames), { required: true, label: nameLabel }),
  salt_position: setting(choice(['disable', 'prefix', 'suffix']), {
    default: 'prefix',
    label: { en: 'Salt position', zh: '加盐位置' },
    help: {
      en: 'Whether the salt was put before or after the password when it was hashed.',
      zh: '计算散列时，盐放在密码之前还是之后。',
    },
  }),
})

const pbkdf2 = struct('authn_hash.pbkdf2', {
  name: setting(choice(['pbkdf2']), { required: true, label: nameLabel }),
  mac_fun: setting(choice(digests), {
    required: true,
    label: { en: 'Pseudorandom function', zh: '伪随机函数' },
    help: { en: 'The digest that HMAC is built on.', zh: 'HMAC 使用的摘要算法。' },
  }),
  iterations: setting(integer(1), {
    required: true,
    label: { en: 'Iterations', zh: '迭代次数' },
    help: { en: 'More take longer, for us and for those who guess.', zh: '次数越多，计算和破解都越慢。' },
  }),
  dk_length: setting(integer(1), {
    label: { en: 'Derived key length', zh: '密钥长度' },
    help: { en: 'Bytes; as long as the digest when not given.', zh: '单位为字节，默认与摘要长度相同。' },
  }),
})

const bcrypt = struct('authn_hash.bcrypt', {
  name: setting(choice(['bcrypt']), { required: true, label: nameLabel }),
})

/** With what new passwords need. */
const bcryptForNew = struct('authn_hash.bcrypt_rw', {
  name: setting(choice(['bcrypt']), { required: true, label: nameLabel }),
  salt_rounds: setting(integer(5, 10), {
    default: 10,
    wire: { example: 10 },
    label: { en: 'Cost', zh: '计算强度' },
    help: { en: 'One more doubles the time of each check.', zh: '每加一，校验耗时翻倍。' },
  }),
})

/** Ours, beyond EMQX: the winner of the Password Hashing Competition (RFC 9106). Hashes carry their own parameters. */
const argon2 = struct('mqdeck.argon2', {
  name: setting(choice(['argon2']), { required: true, label: nameLabel }),
})

/** How a database that others fill keeps its passwords. */
export const passwordHashAlgorithm = oneOf(
  structKind(simple),
  structKind(pbkdf2),
  structKind(bcrypt),
  structKind(argon2),
)
/** How the broker keeps passwords itself. */
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
