import type { Socket } from 'node:net';
import { network, type Trust } from '../http/addresses.ts';

export type Room = {
  /** How many connections there may be. */
  connections: number;
  /** How many of them one network may have. Those through a proxy of ours are not counted: they would all be the proxy's. */
  perAddress?: number;
  trusts?: Trust;
};
type Group = { name: string; count: number; idle: Set<Socket> };

/**
 * All open connections. When the server or one network has no room left, the connection that has been idle longest gives way to the new
 * one: nobody can keep others out by holding connections.
 */
export function createConnections({ connections, perAddress = connections, trusts = () => false }: Room) {
  const all = new Map<Socket, Group | undefined>();
  const idle = new Set<Socket>(); // in the order they became idle; the same within a group
  const groups = new Map<string, Group>();

  const groupOf = (socket: Socket): Group | undefined => {
    const address = socket.remoteAddress ?? '';
    if (trusts(address, 0)) return undefined;
    const name = network(address);
    return groups.get(name) ?? { name, count: 0, idle: new Set() };
  };
  const giveWay = (among: Set<Socket>): boolean => {
    const [longest] = among;
    if (!longest) return false;
    leave(longest);
    longest.destroy();
    return true;
  };
  const rest = (socket: Socket) => {
    if (!all.has(socket)) return;
    idle.add(socket);
    all.get(socket)?.idle.add(socket);
  };
  const work = (socket: Socket) => {
    idle.delete(socket);
    all.get(socket)?.idle.delete(socket);
  };
  const leave = (socket: Socket) => {
    if (!all.has(socket)) return;
    work(socket);
    const group = all.get(socket);
    all.delete(socket);
    if (group && --group.count === 0) groups.delete(group.name);
  };
  return {
    /** False when there is no room. */
    enter: (socket: Socket): boolean => {
      const group = groupOf(socket);
      if (group && group.count >= perAddress && !giveWay(group.idle)) return false;
      if (all.size >= connections && !giveWay(idle)) return false;
      all.set(socket, group);
      if (group) groups.set(group.name, group).get(group.name)!.count++;
      rest(socket);
      return true;
    },
    work,
    rest,
    leave,
    idle: (): Iterable<Socket> => idle,
    all: (): Iterable<Socket> => all.keys(),
  };
}
