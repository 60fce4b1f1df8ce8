import { choice, type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { defaultHash, newPasswordHashAlgorithm } from '../../passwords/algorithms.ts'
import { backendField, enableField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

/** In the data folder. Most brokers do not have it. */
export const defaultBootstrapFile = 'auth-built-in-db-bootstrap.csv'

const settings = struct('authn.builtin_db', {
  backend: backendField('built_in_database'),
  bootstrap_file: setting(text(), {
    default: `\${EMQX_ETC_DIR}/${defaultBootstrapFile}`,
    advanced: true,
    label: { en: 'Bootstrap file', zh: '初始用户文件' },
    help: {
      en: 'CSV or JSON file with users that are added at startup. Existing users are not changed. A missing file is ignored.',
      zh: '启动时从该 CSV 或 JSON 文件添加用户，已存在的用户不变，文件不存在时忽略。',
    },
  }),
  bootstrap_type: setting(choice(['hash', 'plain']), {
    default: 'plain',
    advanced: true,
    label: { en: 'Passwords in the bootstrap file', zh: '初始用户文件的密码类型' },
    help: {
      en: 'plain: passwords as plain text. hash: password_hash and salt. Default plain.',
      zh: 'plain：明文密码；hash：password_hash 和 salt。默认 plain。',
    },
  }),
  enable: enableField,
  mechanism: mechanismField('password_based'),
  password_hash_algorithm: setting(newPasswordHashAlgorithm, {
    default: defaultHash,
    label: { en: 'Password hash', zh: '密码加密方式' },
    help: {
      en: 'Algorithm with which passwords are stored. After a change, existing users can no longer connect. Default sha256 with the salt before the password.',
      zh: '存储密码使用的算法。修改后，已有用户将无法连接。默认 sha256，盐在密码之前。',
    },
  }),
  user_id_type: setting(
    choice({ clientid: { en: 'Client ID', zh: '客户端 ID' }, username: { en: 'Username', zh: '用户名' } }),
    {
      default: 'username',
      label: { en: 'User ID type', zh: '账号类型' },
      help: {
        en: 'Client field that identifies the user. Default username.',
        zh: '用于查找用户的客户端字段，默认 username。',
      },
    },
  ),
})

export type BuiltInDatabaseSettings = PlainValue<typeof settings>

export const builtInDatabase: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  category: 'database',
  mark: 'Db',
  label: { en: 'Built-in database', zh: '内置数据库' },
  about: {
    en: 'Users stored in the broker. No other service is required.',
    zh: '用户保存在服务端中，无需其他服务。',
  },
  example: { user_id_type: 'username' },
  structs: [settings],
}
