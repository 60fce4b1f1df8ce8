import type { Locale } from '../../i18n/index.ts'
import { type Phrase, translate } from './phrases.ts'

/**
 * Why something failed, as Erlang terms, system errors and drivers write it. The more exact phrase comes first: the first
 * that fits is shown.
 */
const phrases: readonly Phrase[] = [
  // Regular expressions and rule files: `{"missing )",13}`.
  [
    /\{\\?"missing \)\\?",\s*(\d+)\}/,
    '第 $1 个字符处缺少右括号 )。',
    'A closing parenthesis is missing at character $1.',
  ],
  [
    /\{\\?"missing terminating \] for character class\\?",\s*(\d+)\}/,
    '第 $1 个字符处的字符集合缺少 ]。',
    'The character class at character $1 has no closing ].',
  ],
  [
    /\{\\?"nothing to repeat\\?",\s*(\d+)\}/,
    '第 $1 个字符处没有可重复的内容。',
    'There is nothing to repeat at character $1.',
  ],
  [
    /\{\\?"unmatched parentheses\\?",\s*(\d+)\}/,
    '第 $1 个字符处的括号不匹配。',
    'The parentheses do not match at character $1.',
  ],
  [
    /\{\\?"([^"\\]+)\\?",\s*(\d+)\}/,
    '正则表达式在第 $2 个字符处有错误：$1。',
    'The regular expression has an error at character $2: $1.',
  ],
  [
    /\{parse_error,[\s\S]*?syntax error before: [^\w']*([^\\",\]]+)[\s\S]*/,
    '$1 附近存在 SQL 语法错误。',
    'SQL syntax error near $1.',
  ],
  [/syntax error before: [\\"']*([^\\"']+)[\\"']*/, '$1 附近存在语法错误。', 'Syntax error near $1.'],
  [
    /eval_context_not_found[\s\S]*/,
    '表达式引用的变量不存在。',
    'The expression refers to a variable that does not exist.',
  ],
  [/^var_unbound$/, '表达式引用的变量不存在。', 'The expression refers to a variable that does not exist.'],
  [/^unknown_variform_function$/, '表达式调用的函数不存在。', 'The expression calls a function that does not exist.'],
  [/^bad_sql_function_argument$/, 'SQL 函数的参数无效。', 'An argument of a SQL function is invalid.'],
  [/^invalid_expression$/, '表达式无效。', 'The expression is invalid.'],
  [/emqx_variform_scan,\{illegal,\\?"(.)/, '表达式中有非法字符：$1。', 'The expression has an illegal character: $1.'],
  [/^bad_format$|^bad_file_format$/, '文件格式不正确。', 'The file format is wrong.'],
  [/^unsupported_file_format$/, '不支持该文件格式。', 'This file format is not supported.'],
  [/^invalid_literal$|^\{\d+,invalid_literal\}$/, '内容不是有效的 JSON。', 'The content is not valid JSON.'],
  [/^(?:Invalid JSON|Truncated JSON value)$/i, 'JSON 格式错误。', 'The JSON is malformed.'],
  // Connections.
  [
    /econnrefused|connection refused/i,
    '连接被拒绝：该地址没有服务在监听，或被防火墙拦截。',
    'Connection refused: no service listens at this address, or a firewall rejects the connection.',
  ],
  [/nxdomain|ENOTFOUND|EAI_AGAIN|getaddrinfo/, '无法解析主机名。', 'The host name cannot be resolved.'],
  [
    /ehostunreach|enetunreach|host is unreachable|network is unreachable/i,
    '无法到达主机。',
    'The host cannot be reached.',
  ],
  [/econnreset|socket hang up|connection reset/i, '连接被对端重置。', 'The connection was reset by the server.'],
  [/eaddrinuse/i, '端口已被占用，请选择其他端口。', 'The port is already in use. Choose another port.'],
  [/eaddrnotavail/i, '该地址不属于此主机。', 'The address does not belong to this host.'],
  [
    /unknown_ca|self[- _]signed|unable to (?:verify|get)[\s\S]*certificate|SELF_SIGNED_CERT/i,
    '服务器证书不受信任。',
    'The certificate of the server is not trusted.',
  ],
  [/cert(?:ificate)?[ _](?:has )?expired|CERT_HAS_EXPIRED/i, '证书已过期。', 'The certificate has expired.'],
  [
    /hostname_check_failed|ERR_TLS_CERT_ALTNAME_INVALID|altnames/i,
    '证书与主机名不匹配。',
    'The certificate is not valid for this host name.',
  ],
  [/tls_alert|handshake[ _]failure|wrong version number|ERR_SSL/i, 'TLS 握手失败。', 'The TLS handshake failed.'],
  [
    /^\{shutdown,\s*\{?(?:tcp_|ssl_)?closed|^(?:tcp_|ssl_)?closed$|^connection closed|^\{shutdown,normal\}$/i,
    '连接已被对端关闭。',
    'The connection was closed by the server.',
  ],
  [
    /password authentication failed|access denied|auth(?:entication)?[_ ]fail|wrongpass|invalid credentials|invalidcredentials|unauthorized_client|invalid username-password/i,
    '用户名或密码错误，服务端拒绝了登录。',
    'The server rejected the username or the password.',
  ],
  [/noauth|authentication required/i, '服务端要求身份验证。', 'The server requires authentication.'],
  [
    /database "?([\w-]+)"? does not exist|Unknown database '([\w-]+)'/i,
    '数据库 $1$2 不存在。',
    'Database $1$2 does not exist.',
  ],
  [
    /(?:etimedout|connect_timeout|connection timed? ?out|\btimeout\b|timed out|resource_health_check_timed_out)/i,
    '连接超时。',
    'The connection timed out.',
  ],
  [/^Resource not operational$/i, '连接器不可用。', 'The connector is not operational.'],
  [/^(?:Not installed|not_installed)$/i, '尚未安装。', 'Not installed'],
  [/^(?:resource_down|resource_stopped|unhealthy_target)$/, '资源不可用。', 'The resource is not available.'],
  [
    /start_pool_failed|connect failed|failed_to_start_child/i,
    '无法建立连接。',
    'The connection could not be established.',
  ],
  [/^provider_not_ready$/, '身份提供方尚未就绪。', 'The identity provider is not ready.'],
  [/^ldap_query_failed$/, 'LDAP 查询失败。', 'The LDAP query failed.'],
  [/^session_not_exists$/, '登录会话已失效，请重新登录。', 'The sign-in session has expired. Sign in again.'],
  // Files.
  [/\benoent\b|no such file/i, '文件不存在或内容无效。', 'The file does not exist, or its content is invalid.'],
  [/\beacces\b|permission denied/i, '没有访问权限。', 'Permission denied.'],
  [/\benospc\b/i, '磁盘空间不足。', 'The disk is full.'],
  // The words of EMQX's schema.
  [/^required_field$/, '缺少必填项。', 'A required value is missing.'],
  [
    /^not_a_enum_symbol$|^unable_to_convert_to_enum_symbol$/,
    '不是允许的取值。',
    'This value is not one of the allowed values.',
  ],
  [/^Expected: (\S+), got: ?(\S+)$/, '应为 $1，而不是 $2。', 'Must be $1, not $2.'],
  [/^Unable to parse integer value$/, '应为整数。', 'Must be an integer.'],
  [/^Unable to parse boolean value$/, '应为 true 或 false。', 'Must be true or false.'],
  [/^Unable to parse string$/, '值的格式不正确。', 'The value has a wrong format.'],
  [
    /^Not a valid duration$/,
    '时长格式不正确，例如 15s 或 1h30m。',
    'Must be a duration with a unit, such as 15s or 1h30m.',
  ],
  [/^bad_value_for_struct$/, '值的类型不正确。', 'The value has a wrong type.'],
  [
    /^bad_(?:host_port|ip_port)$/,
    '应为主机和端口，例如 127.0.0.1:1883。',
    'Must be a host and a port, such as 127.0.0.1:1883.',
  ],
  [/^bad_port_number$/, '端口号应在 1 到 65535 之间。', 'The port must be between 1 and 65535.'],
  [/^missing_mechanism_field$/, '缺少认证机制（mechanism）。', 'The mechanism of the authenticator is missing.'],
  [/^unsupported_mechanism$/, '不支持该认证机制。', 'This authentication mechanism is not supported.'],
  [/^invalid_topics$|^topic_invalid_#$/, '主题无效。', 'A topic is invalid.'],
  [/^redundant_topics$/, '主题存在重复。', 'Some topics overlap.'],
  [/^duplicated topics: (.+)$/, '主题重复：$1。', 'Repeated topics: $1.'],
  [/^duplicated schema checks: (.+)$/, 'Schema 检查重复：$1。', 'Repeated schema checks: $1.'],
  [/^at least one (check|topic filter) must be defined$/, '至少需要定义一项。', 'At least one $1 is required.'],
  [
    /^must define exactly one key inside user property$/,
    '用户属性必须且只能指定一个键。',
    'Exactly one key of the user property is required.',
  ],
  [/^non_empty_from_clause$/, '此 SQL 不能包含 FROM 子句。', 'The SQL must not have a FROM clause.'],
  [
    /^Invalid name format\.[\s\S]*/,
    '名称必须以字母或数字开头，且只能包含字母、数字、下划线和连字符。',
    'The name must start with a letter or digit and contain only letters, digits, hyphens and underscores.',
  ],
  [
    /^Bad ExHook Name[\s\S]*/,
    '名称必须以字母或数字开头，且只能包含字母、数字、下划线和连字符。',
    'The name must start with a letter or digit and contain only letters, digits, hyphens and underscores.',
  ],
  [/^invalid_map_key$/, '名称无效。', 'The name is invalid.'],
  [/^unknown event type$/, '事件类型不存在。', 'The event type does not exist.'],
  [
    /^connector_not_found_or_wrong_type$/,
    '连接器不存在或类型不匹配。',
    'The connector does not exist or has another type.',
  ],
  [/^bad_qos_value$/, 'QoS 应为 0、1 或 2。', 'QoS must be 0, 1 or 2.'],
  [/^bad_retain_value$/, 'Retain 应为 true 或 false。', 'Retain must be true or false.'],
  [/\$avro_encode_error|^gpb_(?:type_)?error$/, '数据不符合 Schema。', 'The data does not match the schema.'],
  [/^(?:serde|registry|schema)_not_found$/, 'Schema 不存在。', 'The schema does not exist.'],
  [/^payload_decode_failed$/, '消息内容解码失败。', 'The payload could not be decoded.'],
  [
    /^payload_(?:de|en)code_schema_(?:not_found|failure)$/,
    '消息内容无法按 Schema 编解码。',
    'The payload could not be converted with the schema.',
  ],
  [/^transformation_eval_operation_failure$/, '消息转换的操作执行失败。', 'An operation of the transformation failed.'],
  [/^Bad request$/, '请求无效。', 'The request is invalid.'],
  [/^unsupported_operation$/, '不支持该操作。', 'This operation is not supported.'],
  [/^already_started$/, '已在运行。', 'It is already running.'],
  [/^not_started$/, '尚未启动。', 'It is not running.'],
  [/^nothing_to_balance$/, '无需重平衡。', 'There is nothing to rebalance.'],
  [/^no_subid$/, '缺少订阅 ID。', 'The subscription ID is missing.'],
  [/^already_exists?$/, '已存在。', 'It already exists.'],
  [/^not_found$/, '不存在。', 'It does not exist.'],
  // Crashes of EMQX: what was sent is something that it has no case for.
  [
    /function_clause|badmatch|case_clause|\bbadarg\b|badkey|badmap|badfun|\bundef\b/,
    '服务器不支持这样的输入。',
    'The server cannot process this input.',
  ],
  [/^\{shutdown,\s*([\s\S]+)\}$/, '已停止：$1', 'Stopped: $1'],
  [/\bnoproc\b|\bkilled\b/, '进程已停止。', 'The process has stopped.'],
]

/** A reason in the user's language; undefined when it is not known. */
export const translateReason = (reason: string, locale: Locale): string | undefined =>
  translate(reason.trim(), phrases, locale)
