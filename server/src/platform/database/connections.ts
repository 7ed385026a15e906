import type { Socket } from 'node:net';
import { network, type Trust } from '../http/addresses.ts';

export type Room = {
  /** The maximum number of connections. */
  connections: number;
  /**
   * The maximum for one network. Connections through a trusted proxy are not counted, because all of them have the
   * proxy's address.
   */
  perAddress?: number;
  trusts?: Trust;
};
type Group = { name: string; count: number; idle: Set<Socket> };

/**
 * All open connections. When the server or a network has no room left, the connection that has been idle longest is
 * closed for the new one, so holding connections never keeps others out.
 */
export function createConnections({ connections, perAddress = connections, trusts = () => false }: Room) {
  const all = new Map<Socket, Group | undefined>();
  const idle = new Set<Socket>(); // in the order in which they became idle, also within a group
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
    /** False if there is no room. */
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
