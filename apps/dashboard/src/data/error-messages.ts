import { defineMessages } from '../i18n/index.ts'

export const errorMessages = defineMessages({
  en: {
    network: 'Network Error. The server cannot be reached.',
    timeout: 'The server did not answer in time.',
    unreadable: 'The server gave an answer this page cannot read.',
    unknown: 'Operation failed.',
    tooMany: 'Too many attempts. Wait a moment and try again.',
    tooManyUntil: (seconds: number) => `Too many attempts. Try again in ${seconds} s.`,
    status: (status: number) => `The server answered with status ${status}.`,
    nodeFault: (node: string | undefined, isTimeout: boolean) =>
      `${node ?? 'A node of the cluster'} did not answer${isTimeout ? ' in time' : ''}.`,
    codes: {
      BAD_USERNAME_OR_PWD: 'Incorrect username or password.',
      BAD_MFA_TOKEN: 'The code is wrong, has expired or was used before.',
      ERROR_PWD_NOT_MATCH: 'The current password is wrong.',
      UNAUTHORIZED_ROLE: 'Your role does not permit this.',
      BAD_TOKEN: 'Login has expired, please login again',
      TOKEN_TIME_OUT: 'Login has expired, please login again',
      CLIENTID_NOT_FOUND: 'The client does not exist.',
      CLIENT_NOT_FOUND: 'The client does not exist.',
      CLIENT_NOT_RESPONSE: 'The client does not respond.',
      MESSAGE_ID_NOT_FOUND: 'The message is no longer there.',
      BAD_RPC: 'A node of the cluster did not answer.',
      NODE_DOWN: 'A node of the cluster did not answer.',
      SERVICE_UNAVAILABLE: 'The server cannot answer at the moment: it is starting, or a node is too busy.',
    },
    problem: {
      required: (field: string) => `${field} is required.`,
      unknownField: (field: string) => `${field} is not a known field.`,
      expected: (field: string, expected: string, value: string | undefined) =>
        `${field} must be ${expected}${value === undefined ? '' : `, not ${value}`}.`,
      other: (field: string, reason: string, value: string | undefined) =>
        `${field} is not valid${value === undefined ? '' : ` (${value})`}: ${reason}`,
      document: 'The input',
    },
  },
  zh: {
    network: '网络错误，无法连接到服务器。',
    timeout: '服务器未在规定时间内响应。',
    unreadable: '无法识别服务器的响应内容。',
    unknown: '操作失败。',
    tooMany: '尝试次数过多，请稍后再试。',
    tooManyUntil: (seconds) => `尝试次数过多，请在 ${seconds} 秒后重试。`,
    status: (status) => `服务器返回状态码 ${status}。`,
    nodeFault: (node, isTimeout) =>
      node === undefined
        ? `集群中有节点没有${isTimeout ? '及时' : ''}响应。`
        : `${node} 没有${isTimeout ? '及时' : ''}响应。`,
    codes: {
      BAD_USERNAME_OR_PWD: '用户名或密码错误。',
      BAD_MFA_TOKEN: '验证码错误、已过期或已被使用。',
      ERROR_PWD_NOT_MATCH: '当前密码不正确。',
      UNAUTHORIZED_ROLE: '当前角色没有执行该操作的权限。',
      BAD_TOKEN: '登录已过期，请重新登录',
      TOKEN_TIME_OUT: '登录已过期，请重新登录',
      CLIENTID_NOT_FOUND: '客户端不存在。',
      CLIENT_NOT_FOUND: '客户端不存在。',
      CLIENT_NOT_RESPONSE: '客户端没有响应。',
      MESSAGE_ID_NOT_FOUND: '该消息已不存在。',
      BAD_RPC: '集群中有节点没有响应。',
      NODE_DOWN: '集群中有节点没有响应。',
      SERVICE_UNAVAILABLE: '服务器暂时无法响应：可能正在启动，或节点过于繁忙。',
    },
    problem: {
      required: (field) => `${field} 为必填项。`,
      unknownField: (field) => `${field} 不是可识别的字段。`,
      expected: (field, expected, value) =>
        `${field} 应为 ${expected}${value === undefined ? '' : `，而不是 ${value}`}。`,
      other: (field, reason, value) => `${field}${value === undefined ? '' : `（${value}）`}无效：${reason}`,
      document: '输入内容',
    },
  },
})
