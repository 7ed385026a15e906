#!/bin/sh
# etcd on one of three machines, in which Patroni elects the primary. Names come from machine.env.
set -eu
exec etcd --name "$NAME" --data-dir "$DATA/etcd" --enable-v2=true \
  --listen-client-urls "http://$ADDRESS:2379,http://127.0.0.1:2379" --advertise-client-urls "http://$ADDRESS:2379" \
  --listen-peer-urls "http://$ADDRESS:2380" --initial-advertise-peer-urls "http://$ADDRESS:2380" \
  --initial-cluster "one=http://$ONE:2380,two=http://$TWO:2380,three=http://$THREE:2380" --initial-cluster-state "$CLUSTER" \
  --heartbeat-interval 200 --election-timeout 2000
