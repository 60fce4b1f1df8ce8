/** A reason code of MQTT: EMQX's name and a text for users. */
export interface ReasonText {
  readonly name: string
  readonly en: string
  readonly zh: string
}

const entry = (name: string, en: string, zh: string): ReasonText => ({ name, en, zh })

/** Return codes of CONNACK in MQTT 3.1 and 3.1.1 (3.1.1, 3.2.2.3). */
export const mqtt3ReturnCodes: Readonly<Record<number, ReasonText>> = {
  0: entry('connection_accepted', 'Connection accepted', '连接已接受'),
  1: entry('unacceptable_protocol_version', 'Unsupported protocol version', '不支持的协议版本'),
  2: entry('client_identifier_not_valid', 'Client ID not allowed', '客户端 ID 不被允许'),
  3: entry('server_unavaliable', 'Service unavailable', '服务不可用'),
  4: entry('malformed_username_or_password', 'Bad username or password', '用户名或密码错误'),
  5: entry('unauthorized_client', 'Not authorized', '未授权'),
}

/** Reason codes of MQTT 5 (2.4). Code 0 has other names in SUBACK and DISCONNECT: see `reasonOf`. */
export const mqtt5ReasonCodes: Readonly<Record<number, ReasonText>> = {
  0: entry('success', 'Success', '成功'),
  1: entry('granted_qos1', 'Granted QoS 1', '已授予 QoS 1'),
  2: entry('granted_qos2', 'Granted QoS 2', '已授予 QoS 2'),
  4: entry('disconnect_with_will_message', 'Disconnected with will message', '断开连接并发送遗嘱消息'),
  16: entry('no_matching_subscribers', 'No matching subscribers', '没有匹配的订阅者'),
  17: entry('no_subscription_existed', 'No subscription existed', '订阅不存在'),
  24: entry('continue_authentication', 'Continue authentication', '继续认证'),
  25: entry('re_authenticate', 'Re-authenticate', '重新认证'),
  128: entry('unspecified_error', 'Unspecified error', '未指明的错误'),
  129: entry('malformed_packet', 'Malformed packet', '报文格式错误'),
  130: entry('protocol_error', 'Protocol error', '协议错误'),
  131: entry('implementation_specific_error', 'Implementation-specific error', '实现特定的错误'),
  132: entry('unsupported_protocol_version', 'Unsupported protocol version', '不支持的协议版本'),
  133: entry('client_identifier_not_valid', 'Client ID not valid', '客户端 ID 无效'),
  134: entry('bad_username_or_password', 'Bad username or password', '用户名或密码错误'),
  135: entry('not_authorized', 'Not authorized', '未授权'),
  136: entry('server_unavailable', 'Server unavailable', '服务器不可用'),
  137: entry('server_busy', 'Server busy', '服务器繁忙'),
  138: entry('banned', 'Banned', '已被封禁'),
  139: entry('server_shutting_down', 'Server shutting down', '服务器正在关闭'),
  140: entry('bad_authentication_method', 'Bad authentication method', '认证方法错误'),
  141: entry('keepalive_timeout', 'Keep alive timeout', '心跳超时'),
  142: entry('session_taken_over', 'Session taken over', '会话被接管'),
  143: entry('topic_filter_invalid', 'Topic filter invalid', '主题过滤器无效'),
  144: entry('topic_name_invalid', 'Topic name invalid', '主题名无效'),
  145: entry('packet_identifier_inuse', 'Packet identifier in use', '报文标识符已被占用'),
  146: entry('packet_identifier_not_found', 'Packet identifier not found', '报文标识符不存在'),
  147: entry('receive_maximum_exceeded', 'Receive maximum exceeded', '超出接收最大值'),
  148: entry('topic_alias_invalid', 'Topic alias invalid', '主题别名无效'),
  149: entry('packet_too_large', 'Packet too large', '报文过大'),
  150: entry('message_rate_too_high', 'Message rate too high', '消息速率过高'),
  151: entry('quota_exceeded', 'Quota exceeded', '超出配额'),
  152: entry('administrative_action', 'Administrative action', '管理操作'),
  153: entry('payload_format_invalid', 'Payload format invalid', 'Payload 格式无效'),
  154: entry('retain_not_supported', 'Retain not supported', '不支持保留消息'),
  155: entry('qos_not_supported', 'QoS not supported', '不支持的 QoS 等级'),
  156: entry('use_another_server', 'Use another server', '请使用其他服务器'),
  157: entry('server_moved', 'Server moved', '服务器已迁移'),
  158: entry('shared_subscriptions_not_supported', 'Shared subscriptions not supported', '不支持共享订阅'),
  159: entry('connection_rate_exceeded', 'Connection rate exceeded', '超出连接速率'),
  160: entry('maximum_connect_time', 'Maximum connect time', '超出最长连接时间'),
  161: entry('subscription_identifiers_not_supported', 'Subscription identifiers not supported', '不支持订阅标识符'),
  162: entry('wildcard_subscriptions_not_supported', 'Wildcard subscriptions not supported', '不支持通配符订阅'),
}

/**
 * The text of a code as received by a client of `version` (3, 4: MQTT 3; 5: MQTT 5); undefined for unknown codes.
 * Without `packet`: the CONNACK codes of MQTT 3 (3.2.2.3), and for MQTT 5 the codes with the same meaning everywhere:
 * CONNACK (3.2.2.2), PUBACK (3.4.2.1), PUBREC (3.5.2.1), PUBREL (3.6.2.1), PUBCOMP (3.7.2.1), UNSUBACK (3.11.3), AUTH
 * (3.15.2.1). SUBACK is 3.9.3 in both, DISCONNECT 3.14.2.1.
 */
export function reasonOf(version: number, code: number, packet?: 'suback' | 'disconnect'): ReasonText | undefined {
  if (version < 5 && packet === undefined) return mqtt3ReturnCodes[code]
  if (version < 5 && code === 128 && packet === 'suback') return entry('failure', 'Subscription failed', '订阅失败')
  if (code === 0 && packet === 'suback') return entry('granted_qos0', 'Granted QoS 0', '已授予 QoS 0')
  if (code === 0 && packet === 'disconnect')
    return entry('normal_disconnection', 'Normal disconnection', '正常断开连接')
  return mqtt5ReasonCodes[code]
}

/** EMQX's name of an MQTT 5 reason code, as in logs: `not_authorized`. */
export const reasonName = (code: number): string => mqtt5ReasonCodes[code]?.name ?? String(code)
