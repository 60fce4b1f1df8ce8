import type { Locale } from '../../i18n/index.ts'
import { type Phrase, translate } from './phrases.ts'
import { resourceMessages } from './resource-messages.ts'

/** Messages about users, API keys, authenticators, authorization sources and banned clients. */
const accounts: readonly Phrase[] = [
  [/^username_already_exists$|^User already exists$/, '用户名已存在。', 'The username already exists.'],
  [/^username_not_found$|^User not found$/, '用户不存在。', 'The user does not exist.'],
  [/^The user_id has? already been used$/i, '用户已存在。', 'The user already exists.'],
  [/^User error: unsupported_operation$/, '此认证器不支持用户管理。', 'This authenticator has no users to manage.'],
  [/^Cannot delete user <<"(.+)">>$/, '不能删除用户 $1。', 'User $1 cannot be deleted.'],
  [/^Cannot change the role of user <<"(.+)">>$/, '不能修改用户 $1 的角色。', 'The role of user $1 cannot be changed.'],
  [/^Cannot delete self$/, '不能删除当前登录的用户。', 'You cannot delete your own user.'],
  [/^Cannot delete the last administrator$/, '不能删除最后一个管理员。', 'The last administrator cannot be deleted.'],
  [
    /^Cannot change the role of the last administrator$/,
    '不能修改最后一个管理员的角色。',
    'The role of the last administrator cannot be changed.',
  ],
  [/^Role does not exist$/, '角色不存在。', 'The role does not exist.'],
  [
    /^The range of password length is 8~64$/,
    '密码长度应为 8 到 64 个字符。',
    'The password must have 8 to 64 characters.',
  ],
  [
    /^only ascii characters are allowed in the password$/,
    '密码只能包含 ASCII 字符。',
    'The password must contain ASCII characters only.',
  ],
  [/^The password must[\s\S]*kinds?[\s\S]*$/i, '密码须至少包含数字、字母和其他字符中的两种。'],
  [/^The password must not be the username$/, '密码不能与用户名相同。'],
  [/^Too many (?:attempts|requests)\. Try again in (\d+) s\.$/, '操作过于频繁，请在 $1 秒后重试。'],
  [
    /^API keys cannot export (.+)\. Sign in, or leave them out of table_sets$/,
    'API 密钥不能导出 $1。请登录，或从 table_sets 中移除。',
    'API keys cannot export $1. Sign in, or leave them out of table_sets.',
  ],
  [
    /^API keys cannot download a backup with (.+)\. Sign in$/,
    'API 密钥不能下载包含 $1 的备份，请登录。',
    'API keys cannot download a backup with $1. Sign in.',
  ],
  [
    /^API keys cannot change the root api_key\. Sign in$/,
    'API 密钥不能更改配置项 api_key，请登录。',
    'API keys cannot change the root api_key. Sign in.',
  ],
  [
    /^API keys cannot import (.+)\. Sign in, or leave them out of include$/,
    'API 密钥不能导入 $1。请登录后导入，或不要选择这些数据。',
  ],
  [/^password: required, because the archive contains (.+)$/, '备份包含 $1，请输入当前密码。'],
  [/^The password is too common[\s\S]*$/, '密码过于常见，请勿仅使用单词加数字。'],
  [/^Old password (?:not match|or new password undefined)$/, '当前密码不正确。', 'The current password is wrong.'],
  [/^The password is wrong$/, '密码不正确。'],
  [
    /^Too many failed logins[\s\S]*$|^Too many wrong (?:passwords|secrets)[\s\S]*$/,
    '尝试次数过多，请稍后再试。',
    'Too many attempts. Wait a moment and try again.',
  ],
  [
    /^The code does not match the secret\. Check the clock of the device$/,
    '验证码与此密钥不匹配，请检查设备时间。',
    'The code does not match the secret. Check the clock of the device.',
  ],
  [
    /^Two-factor authentication is already enabled for this user$/,
    '该用户已启用双因素认证。',
    'Two-factor authentication is already enabled for this user.',
  ],
  [
    /^Two-factor authentication is not enabled for this user$/,
    '该用户未启用双因素认证。',
    'Two-factor authentication is not enabled for this user.',
  ],
  [
    /^Disable your own two-factor authentication with your password and a code$/,
    '禁用自己的双因素认证需要密码和验证码。',
    'Disable your own two-factor authentication with your password and a code.',
  ],
  [/^The setup has expired\. Start it again$/, '设置已超时，请重新开始。', 'The setup has expired. Start it again.'],
  [/^name_already_existed$/, '名称已存在。', 'The name already exists.'],
  [/^Name NOT FOUND$/, 'API 密钥不存在。', 'The API key does not exist.'],
  [/^The limit of (\d+) API keys is reached$/, 'API 密钥数量已达上限（$1）。', 'The limit of $1 API keys is reached.'],
  [/^API key (.+) already has this ID$/, 'API 密钥 $1 已使用此 ID。', 'API key $1 already has this ID.'],
  [
    /^You don't have permission to access this resource$/,
    '当前角色没有执行该操作的权限。',
    'Your role has no permission for this operation.',
  ],
  [
    /^This API Key don't have permission to access this resource$/,
    '此 API 密钥没有执行该操作的权限。',
    'This API key has no permission for this operation.',
  ],
  [/^Authenticator '(.+)' already exists$/, '认证器 $1 已存在。', 'Authenticator $1 already exists.'],
  [/^Authenticator '(.+)' does not exist$/, '认证器 $1 不存在。', 'Authenticator $1 does not exist.'],
  [/^The mechanism and the backend of an authenticator cannot be changed$/, '认证器的认证机制和数据源不能修改。'],
  [
    /^Operation not supported in this authentication type$/,
    '此类认证器不支持该操作。',
    'This type of authenticator does not support the operation.',
  ],
  [
    /^This authenticator cannot import password hashes\. Import plain passwords$/,
    '此认证器不能使用已有的密码哈希，请导入明文密码。',
    'This authenticator cannot import password hashes. Import plain passwords.',
  ],
  [
    /^The file must have the extension \.csv or \.json$/,
    '请上传扩展名为 csv 或 json 的文件',
    'Please upload a file with extension csv, json',
  ],
  [/^\{duplicated_authz_source_type,\[(\w+)\]\}$/, '已存在类型为 $1 的数据源。', 'A source of type $1 already exists.'],
  [/^The type of a source cannot be changed$/, '数据源的类型不能修改。'],
  [
    /^'built_in_database' type source must be disabled before purge\.$/,
    '请先禁用内置数据库，再清空规则。',
    'Disable the built-in database before you clear its rules.',
  ],
  [/^The number of '(.+)' exceeds the white list maximum limit\.$/, '$1 的规则数量已达上限。', 'Too many rules of $1.'],
  [
    /^(.+) already has the maximum of (\d+) rules \(max_rules\)$/,
    '$1 的规则数量已达上限（$2）。',
    '$1 already has the maximum of $2 rules.',
  ],
  [/^(?:user_id|who|password|A client ID) must not be empty$/, '此项不能为空。'],
  [/^user_id must have at most (\d+) bytes$/, '用户 ID 最多 $1 字节。', 'The user ID must have at most $1 bytes.'],
  [/^Row (\d+): (\w+) is missing$/, '第 $1 行：缺少 $2。'],
  [/^Row (\d+): must be an object$/, '第 $1 行：应为对象。'],
  [/^Row (\d+): (\w+) must be a string$/, '第 $1 行：$2 应为文本。'],
  [/^Row (\d+): ([\s\S]+)$/, '第 $1 行：$2'],
  [/^and more$/, '以及更多'],
  [/^the first line must contain the column names, including user_id$/, '第一行应为列名，且须包含 user_id。'],
  [/^The file cannot be read after row (\d+)[\s\S]*$/, '第 $1 行之后的内容无法读取。'],
  [/^Cannot create expired banned, (.+)$/, '到期时间 $1 早于当前时间。', 'The expiry time $1 is in the past.'],
  [/^(?:clientid|username|peerhost\w*|\w+_re): (.+) not found$/, '$1 不在黑名单中。', '$1 is not banned.'],
  [/^bad peerhost: (.+)$/, '$1 不是有效的 IP 地址。', '$1 is not a valid IP address.'],
  [/^bad network: (.+)$/, '$1 不是有效的网段。', '$1 is not a valid network.'],
  [/^bad regular expression: ([\s\S]+?): ([\s\S]+)$/, '正则表达式 $1 有错误：$2', 'Invalid regular expression $1: $2'],
  [
    /^a regular expression may have at most (\d+) characters$/,
    '正则表达式最多 $1 个字符。',
    'A regular expression must have at most $1 characters.',
  ],
]

/** Messages about the server, requests and plugins. */
const server: readonly Phrase[] = [
  [/^Audit is disabled$/, '审计日志未启用。', 'The audit log is disabled.'],
  [/^Telemetry is not enabled$/, '遥测未启用。', 'Telemetry is not enabled.'],
  [/^Telemetry status is already enabled$/, '遥测已启用。', 'Telemetry is already enabled.'],
  [/^Telemetry status is already disabled$/, '遥测已禁用。', 'Telemetry is already disabled.'],
  [/^Another migration is already running$/, '已有迁移正在进行。', 'Another migration is already running.'],
  [
    /^A username with its password or an API key with its secret is required$/,
    '需要用户名和密码，或 API 密钥及其 Secret Key。',
    'A username with its password or an API key with its secret is required.',
  ],
  [
    /^The disk of the server is nearly full\. No more data can be stored$/,
    '服务器磁盘空间即将耗尽，无法保存更多数据。',
    'The disk of the server is nearly full. No more data can be stored.',
  ],
  [
    /^The disk of the server does not respond\. The change may still take effect later$/,
    '服务器磁盘无响应，此更改稍后仍可能生效。',
    'The disk of the server does not respond. The change may still take effect later.',
  ],
  [
    /^The configuration could not be saved \((.+)\)\. Nothing has changed$/,
    '配置保存失败（$1），未作任何更改。',
    'The configuration could not be saved ($1). Nothing has changed.',
  ],
  [/^The body did not arrive in time$/, '请求内容未及时到达。', 'The request was not received in time.'],
  [/^The body is too large$|^.+ is larger than .+ MB$/, '请求内容过大。', 'The request is too large.'],
  [
    /^The body nests deeper than (\d+) levels$/,
    '请求内容的嵌套超过 $1 层。',
    'The request is nested deeper than $1 levels.',
  ],
  [
    /^The length of the body does not match the Content-Length header$/,
    '请求内容不完整。',
    'The request is incomplete.',
  ],
  [/^The path is not correctly encoded$/, '请求路径编码错误。', 'The path is not encoded correctly.'],
  [/^The form cannot be read: ([\s\S]+)$/, '无法读取上传的表单：$1', 'The uploaded form cannot be read: $1'],
  [/^Invalid json message received$/, '请求内容不是有效的 JSON。', 'The request is not valid JSON.'],
  [/^content-type:application\/json Required$/, '请求内容应为 JSON。', 'The request must be JSON.'],
  [/^Missing required parameter: (.+)$/, '缺少参数 $1。', 'Parameter $1 is missing.'],
  [/^Invalid request params$/, '请求参数无效。', 'The request parameters are invalid.'],
  [/^Invalid query parameter: (.+)$/, '查询参数无效：$1。', 'Invalid query parameter: $1'],
  [
    /^the (\S+) parameter expected type is (\S+), but the value is (.+)$/,
    '参数 $1 的类型应为 $2，而不是 $3。',
    'Parameter $1 must be of type $2, not $3.',
  ],
  [/^The name is too long$/, '名称过长。'],
  [/^Accept must be text\/plain or application\/json$/, '不支持所要求的格式。', 'This format is not supported.'],
  [
    /^This host name is not allowed\. Add it to dashboard\.allowed_hosts$/,
    '不允许通过此主机名访问，可在 dashboard.allowed_hosts 中添加。',
    'This host name is not allowed. Add it to dashboard.allowed_hosts.',
  ],
  [/^Unknown kind (.+)$/, '类型 $1 不存在。', 'Type $1 does not exist.'],
  [/^(.+): an entry is listed twice$/, '$1：有重复项。', '$1: an entry is listed twice.'],
  [
    /^Package is not allowed installation; first allow it to be installed by running: (.+)$/,
    '不允许安装此插件包，请先执行：$1',
    'The package is not allowed. Allow it first with: $1',
  ],
  [/^<<"(.+)">> is already installed$/, '插件 $1 已安装。', 'Plugin $1 is already installed.'],
  [
    /^bad_(?:plugin_package|info_file|info_file_content|name_vsn): ?(.+)$/,
    '插件包 $1 无效。',
    'The plugin package $1 is invalid.',
  ],
  [/^plugins\/(.+)\/release\.json does not exist$/, '插件 $1 不存在。', 'Plugin $1 does not exist.'],
  [/^Plugin Config Not Found$/, '插件没有配置。', 'The plugin has no configuration.'],
  [/^form-data should be [\s\S]*$/, '请上传插件包。', 'Please upload the file first'],
  [/missing_schemas => \[\[?<<"([^"]+)">>[\s\S]*$/, 'Schema $1 不存在。', 'Schema $1 does not exist.'],
  [/^\{post_config_update,\w+,\{not_found,<<"(.+)">>\}\}$/, '缺少字段 $1。', 'Field $1 is missing.'],
  [/^\{post_config_update,\w+,\{unknown_type,<<"(.+)">>\}\}$/, '类型 $1 不存在。', 'Type $1 does not exist.'],
  [/^The ID of the rule to change is missing$/, '缺少规则 ID。', 'The ID of the rule to change is missing.'],
  [/^Version (\S+) can no longer be read: ([\s\S]+)$/, '版本 $1 已无法读取：$2'],
  [
    /^The body names (.+), but the path names (.+)$/,
    '请求内容针对 $1，路径却针对 $2。',
    'The body names $1, but the path names $2.',
  ],
  [/^error, [\s\S]*$|^exit, \{[\s\S]*$/, '服务器无法处理此请求。', 'The server cannot process this request.'],
]

const phrases: readonly Phrase[] = [...accounts, ...resourceMessages, ...server]

/** A message of EMQX or the embedded server in the user's language; undefined if it is unknown. */
export const translateMessage = (message: string, locale: Locale): string | undefined =>
  translate(message.trim(), phrases, locale)
