import type { Locale } from '../i18n/index.ts'

/**
 * What authenticators and sources say of their steps is English, as in the log. Here are the other words for it; what is not
 * among them is shown as it came.
 */
export function noteText(what: string, locale: Locale): string {
  if (locale === 'en') return `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  for (const [pattern, text] of patterns) if (pattern.test(what)) return what.replace(pattern, text)
  return what
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/^query$/, '查询'],
  [/^with$/, '参数'],
  [/^rows found$/, '查到的行数'],
  [/^command$/, '命令'],
  [/^values found$/, '查到的值'],
  [/^request$/, '请求'],
  [/^body$/, '请求体'],
  [/^answer$/, '应答'],
  [/^result$/, '结果'],
  [/^search below$/, '在此节点下搜索'],
  [/^filter$/, '过滤条件'],
  [/^found$/, '找到'],
  [/^documents found$/, '查到的文档数'],
  [/^this rule decides$/, '由该规则决定'],
  [/^none of the rules speaks of this$/, '没有规则涉及此操作'],
  [/^none of the rules found speaks of this$/, '查到的规则均不涉及此操作'],
  [/^no rule was found$/, '没有查到规则'],
  [/^left out, for it is no rule$/, '不是有效规则，已忽略'],
  [/^the source cannot work$/, '数据源无法工作'],
  [/^the backend failed$/, '后端出错'],
  [/^the client names no authentication method$/, '客户端未指定认证方法'],
  [/^is of no method$/, '不支持认证方法'],
  [/^looked up by (\w+)$/, '按 $1 查找'],
  [/^there is no such user$/, '没有该用户'],
  [/^there is no such entry$/, '没有该条目'],
  [/^the user is known$/, '用户存在'],
  [/^the user has no password_hash$/, '该用户没有 password_hash'],
  [/^the client shows no password$/, '客户端未提供密码'],
  [/^the password is right$/, '密码正确'],
  [/^the password is wrong$/, '密码错误'],
  [/^the directory takes the password$/, '目录接受该密码'],
  [/^the directory does not take the password$/, '目录不接受该密码'],
  [/^the entry has no (.+), or it may not be read$/, '条目没有 $1，或无权读取'],
  [/^(\S+) is (\S+)$/, '$1 为 $2'],
  [/^the answer cannot be read$/, '应答无法解析'],
  [/^the answer is no user$/, '应答不是用户信息'],
  [/^the client is refused, for the answer is wrong$/, '应答有误，已拒绝客户端'],
  [/^the status says nothing of the client$/, '状态码不表示结果，交给下一个'],
  [/^the status says nothing of the action$/, '状态码不表示结果，交给下一个'],
  [/^there is no token in the (\w+)$/, '$1 中没有令牌'],
  [/^its key is not among those fetched$/, '获取的密钥中没有对应的密钥'],
  [/^the token is not signed with a key of ours$/, '令牌不是由已配置的密钥签名'],
  [/^the token is signed with a key of ours$/, '令牌由已配置的密钥签名'],
  [/^the token is refused: its time is over \(exp\)$/, '令牌被拒绝：已过期（exp）'],
  [/^the token is refused: its time has not begun \(nbf\)$/, '令牌被拒绝：尚未生效（nbf）'],
  [/^the token is refused: the claim (.+) is missing$/, '令牌被拒绝：缺少声明 $1'],
  [/^the token is refused: the claim (.+) has another value$/, '令牌被拒绝：声明 $1 的值不符'],
  [/^the token is refused: its claim (.+) cannot be read$/, '令牌被拒绝：声明 $1 无法解析'],
  [/^the token is refused: (.+)$/, '令牌被拒绝：$1'],
  [/^the first message cannot be read$/, '首条消息无法解析'],
  [/^CONNECT names another user$/, 'CONNECT 中是另一个用户'],
  [/^the final message does not belong to the first$/, '最后一条消息与首条不符'],
  [/^serves (.+)$/, '支持 $1'],
]
