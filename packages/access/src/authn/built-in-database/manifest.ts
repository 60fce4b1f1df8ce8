import { choice, type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { defaultHash, newPasswordHashAlgorithm } from '../../passwords/algorithms.ts'
import { backendField, enableField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

const settings = struct('authn.builtin_db', {
  backend: backendField('built_in_database'),
  bootstrap_file: setting(text(), {
    default: '${EMQX_ETC_DIR}/auth-built-in-db-bootstrap.csv',
    advanced: true,
    label: { en: 'Bootstrap file', zh: '初始用户文件' },
    help: {
      en: 'CSV or JSON file with users that are added at start; users who are there already stay as they are. Nothing happens where there is no such file.',
      zh: '启动时从该 CSV 或 JSON 文件添加用户，已存在的用户不受影响；文件不存在时忽略。',
    },
  }),
  bootstrap_type: setting(choice(['hash', 'plain']), {
    default: 'plain',
    advanced: true,
    label: { en: 'Passwords in the bootstrap file', zh: '初始用户文件的密码类型' },
    help: {
      en: 'plain: as typed. hash: with password_hash and salt.',
      zh: 'plain：明文；hash：包含 password_hash 和 salt。',
    },
  }),
  enable: enableField,
  mechanism: mechanismField('password_based'),
  password_hash_algorithm: setting(newPasswordHashAlgorithm, {
    default: defaultHash,
    label: { en: 'Password hash', zh: '密码加密方式' },
    help: {
      en: 'How passwords are kept. After a change the users who are there can no longer sign in.',
      zh: '密码的存储方式。修改后，已有用户将无法登录。',
    },
  }),
  user_id_type: setting(choice(['clientid', 'username']), {
    default: 'username',
    label: { en: 'Users are known by', zh: '账号类型' },
    help: { en: 'What of a client is looked up among the users.', zh: '用客户端的哪一项查找用户。' },
  }),
})

export type BuiltInDatabaseSettings = PlainValue<typeof settings>

export const builtInDatabase: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'built_in_database',
  label: { en: 'Built-in database', zh: '内置数据库' },
  about: {
    en: 'Users kept by the broker itself. Nothing else is needed.',
    zh: '用户保存在 Broker 内部，无需其他服务。',
  },
  structs: [settings],
}
