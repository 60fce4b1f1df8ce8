import type { Locale } from '../../i18n/index.ts'

type Names = Readonly<Record<Locale, string>>

const named = (en: string, zh: string): Names => ({ en, zh })

/** Names of operations by method and path as in the audit log, including operations that only other brokers have. */
export const operationNames: Readonly<Record<string, Names>> = {
  'POST /login': named('Sign in', '登录'),
  'POST /logout': named('Sign out', '退出登录'),
  'POST /users': named('Create user', '创建用户'),
  'PUT /users/:username': named('Edit user', '编辑用户'),
  'DELETE /users/:username': named('Delete user', '删除用户'),
  'POST /users/:username/change_pwd': named('Change password', '修改密码'),
  'POST /mqdeck/mfa/enrolment': named('Set up own two-factor authentication', '开始设置双因素认证'),
  'POST /mqdeck/mfa/enrolment/confirm': named('Enable own two-factor authentication', '启用双因素认证'),
  'POST /mqdeck/mfa/recovery_codes': named('Create new recovery codes', '重新生成恢复码'),
  'POST /mqdeck/mfa/disable': named('Disable own two-factor authentication', '禁用双因素认证'),
  'DELETE /mqdeck/mfa/users/:username': named('Disable two-factor authentication of user', '禁用用户的双因素认证'),
  'POST /api_key': named('Create API key', '创建 API 密钥'),
  'PUT /api_key/:name': named('Edit API key', '编辑 API 密钥'),
  'DELETE /api_key/:name': named('Delete API key', '删除 API 密钥'),

  'DELETE /clients/:clientid': named('Kick out client', '踢除客户端'),
  'POST /clients/kickout/bulk': named('Kick out clients', '批量踢除客户端'),
  'POST /clients/:clientid/subscribe': named('Subscribe client', '为客户端添加订阅'),
  'POST /clients/:clientid/subscribe/bulk': named('Subscribe client to topics', '为客户端批量添加订阅'),
  'POST /clients/:clientid/unsubscribe': named('Unsubscribe client', '取消客户端订阅'),
  'POST /clients/:clientid/unsubscribe/bulk': named('Unsubscribe client from topics', '批量取消客户端订阅'),
  'PUT /clients/:clientid/keepalive': named('Change keep alive of client', '修改客户端心跳时间'),
  'DELETE /clients/:clientid/authorization/cache': named('Clear authorization cache of client', '清除客户端授权缓存'),
  'POST /publish': named('Publish message', '发布消息'),
  'POST /publish/bulk': named('Publish messages', '批量发布消息'),
  'DELETE /mqtt/retainer/messages': named('Delete all retained messages', '删除所有保留消息'),
  'DELETE /mqtt/retainer/message/:topic': named('Delete retained message', '删除保留消息'),
  'DELETE /mqtt/delayed/messages/:node/:msgid': named('Delete delayed message', '删除延迟消息'),
  'DELETE /mqtt/delayed/messages/:topic': named('Delete delayed messages of topic', '删除主题的延迟消息'),

  'POST /banned': named('Ban client', '封禁客户端'),
  'DELETE /banned/:as/:who': named('Lift ban', '解除封禁'),
  'DELETE /banned': named('Lift all bans', '解除所有封禁'),
  'DELETE /alarms': named('Clear alarm history', '清除历史告警'),
  'POST /alarms/force_deactivate': named('Deactivate alarm', '解除告警'),
  'POST /mqtt/topic_metrics': named('Add topic to topic metrics', '添加主题监控'),
  'PUT /mqtt/topic_metrics': named('Reset topic metrics', '重置主题监控'),
  'DELETE /mqtt/topic_metrics/:topic': named('Delete topic from topic metrics', '删除主题监控'),
  'PUT /slow_subscriptions/settings': named('Change slow subscription settings', '修改慢订阅设置'),
  'DELETE /slow_subscriptions': named('Clear slow subscriptions', '清除慢订阅记录'),
  'DELETE /monitor': named('Clear monitor history', '清除监控历史'),

  'POST /listeners': named('Create listener', '创建监听器'),
  'POST /listeners/:id': named('Create listener by ID', '按 ID 创建监听器'),
  'PUT /listeners/:id': named('Edit listener', '编辑监听器'),
  'DELETE /listeners/:id': named('Delete listener', '删除监听器'),
  'POST /listeners/:id/start': named('Start listener', '启动监听器'),
  'POST /listeners/:id/stop': named('Stop listener', '停止监听器'),
  'POST /listeners/:id/restart': named('Restart listener', '重启监听器'),
  'PUT /configs': named('Import configuration', '导入配置'),
  'POST /configs_reset/:rootname': named('Reset configuration', '重置配置'),
  'PUT /configs/alarm': named('Change alarm settings', '修改告警设置'),
  'PUT /configs/broker': named('Change broker settings', '修改服务端设置'),
  'PUT /configs/dashboard': named('Change dashboard settings', '修改控制台设置'),
  'PUT /configs/file_transfer': named('Change file transfer settings', '修改文件传输设置'),
  'PUT /configs/global_zone': named('Change MQTT settings', '修改 MQTT 设置'),
  'PUT /configs/limiter': named('Change limiter settings', '修改限流设置'),
  'PUT /configs/log': named('Change log settings', '修改日志设置'),
  'PUT /configs/sys_topics': named('Change system topic settings', '修改系统主题设置'),
  'PUT /configs/sysmon': named('Change system monitor settings', '修改系统监控设置'),
  'PUT /mqtt/retainer': named('Change retainer settings', '修改保留消息设置'),
  'PUT /mqtt/delayed': named('Change delayed publish settings', '修改延迟发布设置'),
  'PUT /mqtt/topic_rewrite': named('Change topic rewrite', '修改主题重写'),
  'PUT /mqtt/auto_subscribe': named('Change auto subscribe', '修改自动订阅'),
  'PUT /prometheus': named('Change Prometheus settings', '修改 Prometheus 设置'),
  'PUT /opentelemetry': named('Change OpenTelemetry settings', '修改 OpenTelemetry 设置'),
  'POST /opentelemetry/whitelist/:type': named('Add trace list entries', '添加追踪对象'),
  'DELETE /opentelemetry/whitelist/:type': named('Delete trace list entries', '移除追踪对象'),
  'PUT /telemetry/status': named('Enable or disable telemetry', '启用或禁用遥测'),
  'PUT /mqdeck/telemetry': named('Change telemetry settings', '修改遥测设置'),
  'POST /mqdeck/telemetry/send': named('Send telemetry report', '发送遥测报告'),
  'PUT /mqdeck/zones': named('Change zones', '修改区域'),
  'POST /mqdeck/config_versions/:version/restore': named('Restore configuration version', '恢复配置版本'),
  'POST /mqdeck/config_check': named('Check configuration', '检查配置'),

  'PUT /cluster/:node/invite': named('Invite node', '邀请节点'),
  'PUT /cluster/:node/invite_async': named('Invite node in the background', '异步邀请节点'),
  'DELETE /cluster/:node/force_leave': named('Remove node', '移除节点'),
  'POST /data/export': named('Create backup', '创建备份'),
  'POST /data/import': named('Restore backup', '恢复备份'),
  'POST /data/files': named('Upload backup', '上传备份'),
  'DELETE /data/files/:filename': named('Delete backup', '删除备份'),
  'POST /mqdeck/data/import': named('Restore parts of backup', '恢复部分备份'),
  'POST /mqdeck/data/preview': named('Preview backup', '预览备份'),

  'POST /authentication': named('Create authenticator', '创建认证器'),
  'PUT /authentication/:id': named('Edit authenticator', '编辑认证器'),
  'DELETE /authentication/:id': named('Delete authenticator', '删除认证器'),
  'PUT /authentication/order': named('Reorder authenticators', '调整认证器顺序'),
  'PUT /authentication/:id/position/:position': named('Move authenticator', '移动认证器'),
  'POST /authentication/:id/users': named('Create client credentials', '创建客户端凭据'),
  'PUT /authentication/:id/users/:user_id': named('Edit client credentials', '编辑客户端凭据'),
  'DELETE /authentication/:id/users/:user_id': named('Delete client credentials', '删除客户端凭据'),
  'POST /authentication/:id/import_users': named('Import client credentials', '导入客户端凭据'),
  'PUT /authorization/settings': named('Change authorization settings', '修改授权设置'),
  'POST /authorization/sources': named('Create authorization source', '创建授权检查器'),
  'PUT /authorization/sources/:type': named('Edit authorization source', '编辑授权检查器'),
  'DELETE /authorization/sources/:type': named('Delete authorization source', '删除授权检查器'),
  'POST /authorization/sources/:type/move': named('Move authorization source', '移动授权检查器'),
  'PUT /authorization/sources/order': named('Reorder authorization sources', '调整授权检查器顺序'),
  'POST /authorization/sources/built_in_database/rules/clients': named('Add rules of clients', '添加客户端规则'),
  'PUT /authorization/sources/built_in_database/rules/clients/:clientid': named(
    'Edit rules of client',
    '编辑客户端规则',
  ),
  'DELETE /authorization/sources/built_in_database/rules/clients/:clientid': named(
    'Delete rules of client',
    '删除客户端规则',
  ),
  'POST /authorization/sources/built_in_database/rules/users': named('Add rules of users', '添加用户规则'),
  'PUT /authorization/sources/built_in_database/rules/users/:username': named('Edit rules of user', '编辑用户规则'),
  'DELETE /authorization/sources/built_in_database/rules/users/:username': named(
    'Delete rules of user',
    '删除用户规则',
  ),
  'POST /authorization/sources/built_in_database/rules/all': named('Replace rules for all', '替换所有用户的规则'),
  'DELETE /authorization/sources/built_in_database/rules/all': named('Delete rules for all', '删除所有用户的规则'),
  'DELETE /authorization/sources/built_in_database/rules': named('Delete all built-in rules', '删除全部内置规则'),
  'DELETE /authorization/cache': named('Clear authorization cache', '清除授权缓存'),

  'POST /rules': named('Create rule', '创建规则'),
  'PUT /rules/:id': named('Edit rule', '编辑规则'),
  'DELETE /rules/:id': named('Delete rule', '删除规则'),
  'PUT /rules/:id/metrics/reset': named('Reset rule statistics', '重置规则统计'),
  'POST /rules/:id/test': named('Test rule', '测试规则'),
  'POST /rule_test': named('Test SQL', '测试 SQL'),
  'PUT /rule_engine': named('Change rule settings', '修改规则设置'),
  'POST /mqdeck/migration/plan': named('Plan migration to another cluster', '规划迁移到其他集群'),
  'POST /mqdeck/migration/run': named('Migrate to another cluster', '迁移到其他集群'),
  'POST /mqdeck/migration/cancel': named('Cancel migration to another cluster', '取消迁移到其他集群'),
  'POST /mqdeck/explain': named('Explain access decision', '权限诊断'),
  'POST /mqdeck/integration_changes': named('Change data integration', '修改数据集成'),
  'POST /mqdeck/webhook_test': named('Test webhook', '发送 Webhook 测试请求'),
  'POST /connectors': named('Create connector', '创建连接器'),
  'PUT /connectors/:id': named('Edit connector', '编辑连接器'),
  'DELETE /connectors/:id': named('Delete connector', '删除连接器'),
  'PUT /connectors/:id/enable/:enable': named('Enable or disable connector', '启用或禁用连接器'),
  'POST /connectors/:id/:operation': named('Start connector', '启动连接器'),
  'POST /nodes/:node/connectors/:id/:operation': named('Start connector on node', '在节点上启动连接器'),
  'POST /connectors_probe': named('Test connector', '测试连接器'),
  'POST /actions': named('Create action', '创建动作'),
  'PUT /actions/:id': named('Edit action', '编辑动作'),
  'DELETE /actions/:id': named('Delete action', '删除动作'),
  'PUT /actions/:id/enable/:enable': named('Enable or disable action', '启用或禁用动作'),
  'POST /actions/:id/:operation': named('Start action', '启动动作'),
  'POST /nodes/:node/actions/:id/:operation': named('Start action on node', '在节点上启动动作'),
  'PUT /actions/:id/metrics/reset': named('Reset action statistics', '重置动作统计'),
  'POST /actions_probe': named('Test action', '测试动作'),
  'POST /sources': named('Create source', '创建 Source'),
  'PUT /sources/:id': named('Edit source', '编辑 Source'),
  'DELETE /sources/:id': named('Delete source', '删除 Source'),
  'PUT /sources/:id/enable/:enable': named('Enable or disable source', '启用或禁用 Source'),
  'POST /sources/:id/:operation': named('Start source', '启动 Source'),
  'POST /nodes/:node/sources/:id/:operation': named('Start source on node', '在节点上启动 Source'),
  'PUT /sources/:id/metrics/reset': named('Reset source statistics', '重置 Source 统计'),
  'POST /sources_probe': named('Test source', '测试 Source'),

  'PUT /gateways/:name': named('Edit gateway', '编辑网关'),
  'PUT /gateways/:name/enable/:enable': named('Enable or disable gateway', '启用或禁用网关'),
  'POST /gateways/:name/listeners': named('Create gateway listener', '创建网关监听器'),
  'PUT /gateways/:name/listeners/:id': named('Edit gateway listener', '编辑网关监听器'),
  'DELETE /gateways/:name/listeners/:id': named('Delete gateway listener', '删除网关监听器'),
  'POST /gateways/:name/authentication': named('Create gateway authenticator', '创建网关认证器'),
  'PUT /gateways/:name/authentication': named('Edit gateway authenticator', '编辑网关认证器'),
  'DELETE /gateways/:name/authentication': named('Delete gateway authenticator', '删除网关认证器'),
  'POST /gateways/:name/authentication/users': named('Create gateway user', '创建网关用户'),
  'PUT /gateways/:name/authentication/users/:uid': named('Edit gateway user', '编辑网关用户'),
  'DELETE /gateways/:name/authentication/users/:uid': named('Delete gateway user', '删除网关用户'),
  'POST /gateways/:name/authentication/import_users': named('Import gateway users', '导入网关用户'),
  'POST /gateways/:name/listeners/:id/authentication': named(
    'Create authenticator of gateway listener',
    '创建网关监听器的认证器',
  ),
  'PUT /gateways/:name/listeners/:id/authentication': named(
    'Edit authenticator of gateway listener',
    '编辑网关监听器的认证器',
  ),
  'DELETE /gateways/:name/listeners/:id/authentication': named(
    'Delete authenticator of gateway listener',
    '删除网关监听器的认证器',
  ),
  'POST /gateways/:name/listeners/:id/authentication/users': named(
    'Create user of gateway listener',
    '创建网关监听器的用户',
  ),
  'PUT /gateways/:name/listeners/:id/authentication/users/:uid': named(
    'Edit user of gateway listener',
    '编辑网关监听器的用户',
  ),
  'DELETE /gateways/:name/listeners/:id/authentication/users/:uid': named(
    'Delete user of gateway listener',
    '删除网关监听器的用户',
  ),
  'POST /gateways/:name/listeners/:id/authentication/import_users': named(
    'Import users of gateway listener',
    '导入网关监听器的用户',
  ),
  'DELETE /gateways/:name/clients/:clientid': named('Disconnect gateway client', '断开网关客户端'),
  'POST /gateways/:name/clients/:clientid/subscriptions': named('Subscribe gateway client', '为网关客户端添加订阅'),
  'DELETE /gateways/:name/clients/:clientid/subscriptions/:topic': named(
    'Unsubscribe gateway client',
    '取消网关客户端的订阅',
  ),
  'POST /gateways/coap/clients/:clientid/request': named('Send CoAP request', '发送 CoAP 请求'),
  'POST /gateways/lwm2m/clients/:clientid/read': named('Read LwM2M resource', '读取 LwM2M 资源'),
  'POST /gateways/lwm2m/clients/:clientid/write': named('Write LwM2M resource', '写入 LwM2M 资源'),
  'POST /gateways/lwm2m/clients/:clientid/observe': named('Observe LwM2M resource', '观察 LwM2M 资源'),
  'POST /exhooks': named('Create ExHook', '创建 ExHook'),
  'PUT /exhooks/:name': named('Edit ExHook', '编辑 ExHook'),
  'POST /exhooks/:name/move': named('Move ExHook', '移动 ExHook'),
  'POST /mqdeck/exhook_test': named('Test ExHook', '测试 ExHook'),
  'DELETE /exhooks/:name': named('Delete ExHook', '删除 ExHook'),
  'POST /plugins/install': named('Install plugin', '安装插件'),
  'DELETE /plugins/:name': named('Uninstall plugin', '卸载插件'),
  'PUT /plugins/:name/:action': named('Start or stop plugin', '启动或停止插件'),
  'POST /trace': named('Create trace', '创建追踪'),
  'DELETE /trace/:name': named('Delete trace', '删除追踪'),
  'DELETE /trace': named('Delete all traces', '删除所有追踪'),
  'PUT /trace/:name/stop': named('Stop trace', '停止追踪'),
}

/** Names of commands of the command line. */
const commandNames: Readonly<Record<string, Names>> = {
  'reset-password': named('Reset password', '重置密码'),
}

interface Operation {
  readonly operation_id: string
  readonly http_method: string
  readonly operation_type: string
}

/** The name of an operation. Unknown operations are named after method and path: `Update rules › settings`. */
export function operationName({ operation_id, http_method, operation_type }: Operation, locale: Locale): string {
  if (operation_id === '') return commandNames[operation_type]?.[locale] ?? operation_type
  const known = operationNames[`${http_method.toUpperCase()} ${operation_id}`]
  if (known) return known[locale]
  const segments = operation_id.split('/').filter((part) => part !== '' && !part.startsWith(':'))
  const verb = verbs[http_method]?.[locale] ?? http_method
  return [verb, segments.map((segment) => segment.replaceAll('_', ' ')).join(' › ')]
    .filter((part) => part !== '')
    .join(' ')
}

const verbs: Readonly<Record<string, Names>> = {
  post: named('Call', '调用'),
  put: named('Update', '更新'),
  delete: named('Delete', '删除'),
}
