import type { ErrorCode } from '@mqdeck/contract'
import type { Text } from './phrases.ts'

/**
 * The headline of each error code: those of `/error_codes`, those missing there, and those of plugins and data
 * processing.
 */
export const codeTexts: Readonly<Record<ErrorCode, Text>> & Readonly<Record<string, Text>> = {
  BAD_USERNAME_OR_PWD: ['Incorrect username or password.', '用户名或密码错误。'],
  TOO_MANY_REQUESTS: ['Too many attempts. Try again later.', '尝试次数过多，请稍后再试。'],
  BAD_API_KEY_OR_SECRET: ['The API key or its secret is wrong.', 'API 密钥或 Secret Key 错误。'],
  BAD_REQUEST: ['The request is invalid.', '请求无效。'],
  NOT_MATCH: ['The conditions do not match.', '条件不匹配。'],
  ALREADY_EXISTS: ['The resource already exists.', '资源已存在。'],
  BAD_CONFIG_SCHEMA: ['The configuration is invalid.', '配置数据无效。'],
  BAD_LISTENER_ID: ['The listener ID is invalid.', '监听器 ID 无效。'],
  BAD_NODE_NAME: ['The node name is invalid.', '节点名称无效。'],
  BAD_RPC: ['A node of the cluster did not respond.', '集群中有节点没有响应。'],
  BAD_TOPIC: ['The topic is invalid.', '主题无效。'],
  EXCEED_LIMIT: ['The maximum number of resources is reached.', '资源数量已达上限。'],
  INVALID_PARAMETER: ['A request parameter is invalid.', '请求参数无效。'],
  CONFLICT: ['The request conflicts with the state of the resource.', '请求与资源的当前状态冲突。'],
  NO_DEFAULT_VALUE: ['This setting has no default value.', '该配置项没有默认值。'],
  DEPENDENCY_EXISTS: ['Other resources depend on this one.', '有其他资源依赖于此资源。'],
  MESSAGE_ID_SCHEMA_ERROR: ['The message ID is malformed.', '消息 ID 格式错误。'],
  INVALID_ID: ['The ID is invalid.', 'ID 无效。'],
  MESSAGE_ID_NOT_FOUND: ['The message no longer exists.', '该消息已不存在。'],
  NOT_FOUND: ['The resource does not exist.', '资源不存在。'],
  CLIENTID_NOT_FOUND: ['The client does not exist.', '客户端不存在。'],
  CLIENT_NOT_FOUND: ['The client does not exist.', '客户端不存在。'],
  RESOURCE_NOT_FOUND: ['The resource does not exist.', '资源不存在。'],
  TOPIC_NOT_FOUND: ['The topic does not exist.', '主题不存在。'],
  USER_NOT_FOUND: ['The user does not exist.', '用户不存在。'],
  INTERNAL_ERROR: ['The server failed to process the request.', '服务器内部错误。'],
  SERVICE_UNAVAILABLE: [
    'The server cannot respond at the moment. It is starting, or a node is too busy. Try again later.',
    '服务器暂时无法响应：可能正在启动，或节点过于繁忙。请稍后再试。',
  ],
  SOURCE_ERROR: ['The data source failed.', 'Source 出错。'],
  UPDATE_FAILED: ['The update failed.', '更新失败。'],
  REST_FAILED: ['The reset failed.', '重置失败。'],
  CLIENT_NOT_RESPONSE: ['The client does not respond.', '客户端没有响应。'],
  UNSUPPORTED_MEDIA_TYPE: ['The format of the request is not supported.', '不支持该请求的内容格式。'],
  AUTHORIZATION_HEADER_ERROR: [
    'The request has no valid credentials. Sign in again.',
    '请求未携带有效的登录信息，请重新登录。',
  ],
  BAD_TOKEN: ['Login has expired, please login again', '登录已过期，请重新登录'],
  TOKEN_TIME_OUT: ['Login has expired, please login again', '登录已过期，请重新登录'],
  API_KEY_NOT_ALLOW: ['API keys have no permission for this operation.', 'API 密钥没有执行该操作的权限。'],
  UNAUTHORIZED_ROLE: ['Your role has no permission for this operation.', '当前角色没有执行该操作的权限。'],
  FORBIDDEN: ['This operation is not permitted.', '不允许执行该操作。'],
  ERROR_PWD_NOT_MATCH: ['The current password is wrong.', '当前密码不正确。'],
  BAD_MFA_TOKEN: ['The code is wrong, has expired or was used before.', '验证码错误、已过期或已被使用。'],
  NOT_ALLOWED: ['This operation is not permitted.', '不允许执行该操作。'],
  RULE_NOT_FOUND: ['The rule does not exist.', '规则不存在。'],
  TEST_FAILED: ['Test failed', '测试失败'],
  NODE_DOWN: ['A node of the cluster did not respond.', '集群中有节点没有响应。'],
  CLIENT_SHUTDOWN: ['The client is disconnecting.', '客户端正在断开连接。'],
  INVALID_ACCEPT: ['The server cannot respond in this format.', '服务器无法以所要求的格式响应。'],
  INVALID_CONFIG: ['The configuration is invalid.', '配置无效。'],
  BAD_NODE: ['The node does not exist.', '节点不存在。'],
  INVALID_NODE: ['The node does not exist.', '节点不存在。'],
  NODE_ERROR: ['The node does not exist.', '节点不存在。'],
  INVALID_TOPIC_NAME: ['The topic name is invalid.', '主题名无效。'],
  MESSAGE_NOT_FOUND: ['The message does not exist.', '消息不存在。'],
  DUPLICATE_CONDITION: ['Another trace has the same condition.', '已存在相同条件的日志追踪。'],
  BAD_TYPE: ['Traces of this type are not available.', '当前不支持该类型的日志追踪。'],
  INVALID_PARAMS: ['A parameter is invalid.', '参数无效。'],
  NOT_IMPLEMENTED: ['This is not available for this type of session.', '此类会话不支持该操作。'],
  BACKEND_NOT_FOUND: ['The sign-in provider does not exist.', '单点登录后端不存在。'],
  FILES_NOT_FOUND: ['The files of this transfer do not exist.', '未找到此次传输的文件。'],
  NODE_EVACUATING: ['The node is being evacuated.', '节点正在疏散。'],
  ALREADY_INSTALLED: ['The plugin is already installed.', '插件已安装。'],
  BAD_PLUGIN_INFO: ['The plugin package is invalid.', '插件包无效。'],
  BAD_CONFIG: ['The configuration of the plugin is invalid.', '插件配置无效。'],
  UNEXPECTED_ERROR: ['The operation failed.', '操作失败。'],
  MOVE_FAILED: ['The order could not be changed.', '调整顺序失败。'],
}

/** Codes whose headline is complete, so that the server's own message is not shown. */
export const completeCodes: ReadonlySet<string> = new Set([
  'BAD_USERNAME_OR_PWD',
  'BAD_TOKEN',
  'TOKEN_TIME_OUT',
  'BAD_MFA_TOKEN',
  'ERROR_PWD_NOT_MATCH',
  'UNAUTHORIZED_ROLE',
  'CLIENTID_NOT_FOUND',
  'CLIENT_NOT_FOUND',
  'CLIENT_NOT_RESPONSE',
  'MESSAGE_ID_NOT_FOUND',
])

/** Headlines for responses without a code: pages of proxies, endpoints that a broker does not have. */
export function statusText(status: number): Text {
  if (status === 401)
    return ['The request has no valid credentials. Sign in again.', '请求未携带有效的登录信息，请重新登录。']
  if (status === 403) return ['This operation is not permitted.', '不允许执行该操作。']
  if (status === 404) return ['The server does not have this resource or feature.', '服务器没有此资源或功能。']
  if (status === 405) return ['The server does not support this operation.', '服务器不支持该操作。']
  if (status === 413) return ['The request is too large.', '请求内容过大。']
  if (status === 502 || status === 503 || status === 504)
    return [`The server cannot be reached (HTTP ${status}).`, `无法连接到服务器（HTTP ${status}）。`]
  return status < 500
    ? ['The request is invalid.', '请求无效。']
    : ['The server failed to process the request.', '服务器内部错误。']
}
