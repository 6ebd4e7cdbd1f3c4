/** Who asked: somebody who knows the name, somebody who also typed the bound address, or a device of the account. */
export type CodeLane = 'name' | 'address' | 'device'
