/** For `passwordCost` of `startServer`: the lowest cost that an imported backup may contain. */
export const cheapPasswordCost = { N: 1024, r: 1, p: 1 }
