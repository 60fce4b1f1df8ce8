export const paths = {
  validation: {
    list: '/schema-validation',
    create: '/schema-validation/create',
    detail: '/schema-validation/detail/$name',
  },
  transformation: {
    list: '/message-transformation',
    create: '/message-transformation/create',
    detail: '/message-transformation/detail/$name',
  },
} as const
