# An SMSC by Debian's Net::SMPP: takes binds of imani/secret12 and parts, sends receipts, delivers what a line on stdin says.
# Each PDU that comes is a line of JSON on stdout. Usage: perl smsc.pl PORT
use strict;
use warnings;
use IO::Select;
use JSON::PP;
use Net::SMPP;

$| = 1;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => $ARGV[0], smpp_version => 0x34) or die "cannot listen: $!";
my $select = IO::Select->new($listener, \*STDIN);
my $json = JSON::PP->new->canonical;
my ($receiver, $ids) = (undef, 0);
my $written = sub { print $json->encode($_[0]), "\n" };
$written->({ cmd => 'listening' });

while (1) {
    for my $one ($select->can_read) {
        if ($one == $listener) {
            my $client = $listener->accept or next;
            $client->set_version(0x34);
            ${*$client}{async} = 1;
            ${*$client}{seq} = 0;
            $select->add($client);
        } elsif ($one == \*STDIN) {
            my $line = '';
            while (sysread(STDIN, my $letter, 1)) { last if $letter eq "\n"; $line .= $letter }
            exit 0 if $line eq '';
            my $sm = $json->decode($line);
            $sm->{short_message} = pack('H*', $sm->{short_message} // '');
            $receiver->deliver_sm(source_addr_ton => 1, source_addr_npi => 1, %$sm) if $receiver;
        } else {
            received($one);
        }
    }
}

sub received {
    my ($client) = @_;
    my $pdu = $client->read_pdu;
    if (!$pdu) { $select->remove($client); close $client; return }
    my $name = Net::SMPP::pdu_tab->{ $pdu->{cmd} }{cmd} // 'unknown';
    my %shown = map { ($_ => $pdu->{$_}) }
        grep { defined $pdu->{$_} } qw(seq status system_id source_addr source_addr_ton destination_addr dest_addr_ton esm_class data_coding registered_delivery);
    $shown{short_message} = unpack('H*', $pdu->{short_message}) if defined $pdu->{short_message};
    my $id = $name eq 'submit_sm' ? sprintf('%08X', 0xbeef + ++$ids) : '';
    $written->({ cmd => $name, id => $id, %shown });
    if ($name =~ /^bind_(transceiver|transmitter|receiver)$/) {
        my $is_right = $pdu->{system_id} eq 'imani' && $pdu->{password} eq 'secret12';
        my $answer = "bind_$1_resp";
        $client->$answer(seq => $pdu->{seq}, status => $is_right ? 0 : 0x0e, system_id => 'smsc');
        $receiver = $client if $is_right && $1 ne 'transmitter';
    } elsif ($name eq 'enquire_link') {
        $client->enquire_link_resp(seq => $pdu->{seq});
    } elsif ($name eq 'unbind') {
        $client->unbind_resp(seq => $pdu->{seq});
        $receiver = undef if $receiver && $receiver == $client;
        $select->remove($client);
        close $client;
    } elsif ($name eq 'submit_sm') {
        $client->submit_sm_resp(seq => $pdu->{seq}, message_id => $id);
        my $stat = $pdu->{destination_addr} =~ /9$/ ? 'UNDELIV' : 'DELIVRD';
        my $text = "id:$id sub:001 dlvrd:001 submit date:2601011200 done date:2601011201 stat:$stat err:000 text:";
        $receiver->deliver_sm(
            source_addr_ton => 1, source_addr => $pdu->{destination_addr}, destination_addr => $pdu->{source_addr},
            esm_class => 4, short_message => $text,
        ) if $receiver && $pdu->{registered_delivery};
    }
}
